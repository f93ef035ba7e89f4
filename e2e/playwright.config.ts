import { defineConfig } from '@playwright/test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS } from './src/chromium.ts';

export default defineConfig({
  testDir: './src/journeys',
  testMatch: '*.e2e.ts',
  timeout: 60_000,
  // Two cores draw maps in software: one browser at a time.
  workers: 1,
  retries: 0,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  outputDir: process.env['SPORA_PICTURES'] ?? join(tmpdir(), 'spora-journeys'),
  use: {
    locale: 'sv-SE',
    timezoneId: 'Asia/Kathmandu',
    // Pictures that move by themselves cost a core where no graphics card draws them, and colours must be at rest to be judged.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    // Below the time of a whole journey, so that the line that waits in vain is named.
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [...CHROMIUM_FLAGS],
    },
  },
});
