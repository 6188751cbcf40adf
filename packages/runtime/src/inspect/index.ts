export { type ReadAnswer, answerRead } from './answer-read.js';
