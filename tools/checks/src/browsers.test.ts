import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The majors that the browser driver of the journeys was released with: the current ones, as far as the lock file knows. */
const core = dirname(
  createRequire(createRequire(import.meta.url).resolve('@playwright/test')).resolve('playwright-core/package.json'),
);
const { browsers } = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8')) as {
  browsers: { name: string; browserVersion?: string }[];
};
const majorOf = (name: string): number => parseInt(browsers.find((each) => each.name === name)?.browserVersion ?? '', 10);
const config = readFileSync(fileURLToPath(new URL('../../../apps/web/vite.config.ts', import.meta.url)), 'utf8');

test.each([
  ['chrome', 'chromium'],
  ['edge', 'chromium'],
  ['firefox', 'firefox'],
  ['safari', 'webkit'],
])('NFR-011: the page is built for the current and the previous major of %s', (browser, engine) => {
  const target = Number(new RegExp(`target: \\[[^\\]]*'${browser}(\\d+)'`).exec(config)?.[1]);
  expect(majorOf(engine)).toBeGreaterThan(17);
  expect(target).toBeLessThan(majorOf(engine));
});
