export { type IsolatedOptions, type IsolatedPlugin, isolated } from './isolated.js';
