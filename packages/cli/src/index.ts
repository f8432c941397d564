export { type Config, defineConfig } from './config/define.js';
export { type FileStoreOptions, fileStore } from './state/file-store.js';
