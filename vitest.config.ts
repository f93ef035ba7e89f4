import { defineConfig } from 'vitest/config';

// A zone nobody works in, off by 45 minutes: code that forgets the account's zone fails here. Inherited by the test processes.
process.env['TZ'] = 'Asia/Kathmandu';

const noNetwork = './apps/server/src/testing/network.ts';

export default defineConfig({
  test: {
    // Two machine cores and a database: more processes only wait for each other.
    maxWorkers: Number(process.env['SPORA_TEST_WORKERS'] ?? 2),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'tools/*/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          globalSetup: ['./apps/server/src/testing/setup.ts'],
          setupFiles: [noNetwork],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: [noNetwork],
          testTimeout: 15_000,
        },
      },
    ],
  },
});
