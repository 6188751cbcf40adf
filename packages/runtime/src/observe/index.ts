export { type Family, asText, sampleName, sumOf } from './family.js';
export { Metrics, counter, gauge } from './metrics.js';
