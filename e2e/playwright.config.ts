import { defineConfig } from '@playwright/test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS } from './src/chromium.ts';

export default defineConfig({
  testMatch: '*.e2e.ts',
  // Limits are for what never comes: on a machine with other work each thing may take ten times its time.
  timeout: 240_000,
  // Three keep two cores busy: a journey waits for pages and mail half of its time. Those that share nothing go side by side.
  workers: Number(process.env['SPORA_JOURNEY_WORKERS'] ?? 3),
  fullyParallel: true,
  retries: 0,
  expect: { timeout: 40_000 },
  reporter: [['list'], ['json']],
  outputDir: process.env['SPORA_PICTURES'] ?? join(tmpdir(), 'spora-journeys'),
  // In this order: the demo's fleet drives its past while the others are under way.
  projects: [
    { name: 'own', testDir: './src/journeys', testIgnore: '**/demo/**' },
    { name: 'demo', testDir: './src/journeys/demo' },
  ],
  use: {
    locale: 'sv-SE',
    timezoneId: 'Asia/Kathmandu',
    // Pictures that move by themselves cost a core where no graphics card draws them, and colours must be at rest to be judged.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // What a journey opens is as this build has it, and costs no second copy; being offline has a journey of its own.
    serviceWorkers: 'block',
    // Below the time of a whole journey, so that the line that waits in vain is named.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      // Without a graphics card a page costs half as much drawn plainly; the maps are drawn by WebGL all the same.
      args: [...CHROMIUM_FLAGS, '--disable-gpu-compositing'],
    },
  },
});
