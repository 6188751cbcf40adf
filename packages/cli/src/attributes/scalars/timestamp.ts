import { datetime } from './datetime.js';

/** Strapi's second name for datetime. */
export const timestamp = datetime;
