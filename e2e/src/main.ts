import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.ts';
import { startProduct } from './product.ts';

interface Report {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly suites: readonly unknown[];
}

/** Runs the journeys against one started product and tells how many passed; arguments go to Playwright (a file, `-g text`). */
const browser = await findChromium();
console.log(`Browser from ${browser.origin}`);
const product = await startProduct();
console.log(`Product at ${product.url}`);
// Whoever ends the journeys early ends the product too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop().then(() => process.exit(1)));
const results = mkdtempSync(join(tmpdir(), 'spora-journeys-'));
const report = join(results, 'report.json');
try {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const code = await run(
    process.execPath,
    [cli, 'test', '--config', fileURLToPath(new URL('../playwright.config.ts', import.meta.url)), ...process.argv.slice(2)],
    {
      ...process.env,
      ...browser.env,
      // The journeys serve the application's own code to a page, without its types.
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --disable-warning=ExperimentalWarning`.trim(),
      CHROMIUM_PATH: browser.path,
      SPORA_PRODUCT: JSON.stringify({ ...product, stop: undefined }),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      SPORA_PICTURES: join(results, 'pictures'),
    },
  );
  const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const counts = { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  console.log(`journeys: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  const out = process.env['SPORA_RESULTS'];
  if (out) writeFileSync(out, JSON.stringify({ ...counts, suites }));
  process.exitCode = code || (counts.failed > 0 ? 1 : 0);
} finally {
  await product.stop();
  if (process.exitCode) console.log(`Pictures of what failed: ${results}`);
  else rmSync(results, { recursive: true, force: true });
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
