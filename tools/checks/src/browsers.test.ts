import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** The majors that the browser driver of the journeys was released with: the current ones, as far as the lock file knows. */
const core = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
const { browsers } = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8')) as {
  browsers: { name: string; browserVersion?: string }[];
};
const majorOf = (name: string): number => parseInt(browsers.find((each) => each.name === name)?.browserVersion ?? '', 10);
const config = readFileSync(fileURLToPath(new URL('../../../apps/web/vite.config.ts', import.meta.url)), 'utf8');

const named = /target: \[([^\]]*)\]/.exec(config)?.[1] ?? '';
const targets = new Map([...named.matchAll(/'([a-z]+)(\d+)'/g)].map(([, name = '', major]) => [name, Number(major)]));

test('the page is built for four browsers, each named once', () => {
  expect([...targets.keys()].sort()).toEqual(['chrome', 'edge', 'firefox', 'safari']);
});

/** `span`: majors of about three years. Who is left further behind costs everybody a larger page and proves nothing of the row. */
test.each([
  ['chrome', 'chromium', 40],
  ['edge', 'chromium', 40],
  ['firefox', 'firefox', 40],
  ['safari', 'webkit', 10],
])('NFR-011: the page is built for the current and the previous major of %s, and for no museum', (browser, engine, span) => {
  const newest = majorOf(engine);
  expect(newest).toBeGreaterThan(17);
  expect(targets.get(browser)).toBeLessThanOrEqual(newest - 1);
  expect(targets.get(browser)).toBeGreaterThanOrEqual(newest - span);
});
