import { datetime } from './datetime.js';

/** Another name for a point in time. */
export const timestamp = datetime;
