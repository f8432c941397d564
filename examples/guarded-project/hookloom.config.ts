import { defineConfig } from '@hookloom/cli';
import { readOnlyApprove } from '@hookloom/plugins-auto-approve';
import { envFileGuard, systemPathGuard } from '@hookloom/plugins-fs-guard';

export default defineConfig({
  plugins: [envFileGuard(), systemPathGuard(), readOnlyApprove({ shell: true })],
});
