/** Runs before each test file: the values of all properties follow from one seed. */
import * as fc from 'fast-check';

import { times } from '../../packages/runtime/test/harness/suite.js';
import { seed } from './suite.js';

/** What fast-check tries where a property names no number. */
const USUAL_RUNS = 100;

fc.configureGlobal({ seed, numRuns: times(USUAL_RUNS) });
