export { type SandboxRedirectOptions, sandboxRedirect } from './sandbox-redirect.js';
