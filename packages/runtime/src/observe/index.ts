export { type Family, asText, countedIn, counter, gauge, sampleName, sumOf } from './family.js';
export { Metrics } from './metrics.js';
