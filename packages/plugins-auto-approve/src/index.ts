export { type ReadOnlyApproveOptions, readOnlyApprove } from './read-only-approve.js';
export { isSecretFile, SECRET_NAMES } from './secret-files.js';
