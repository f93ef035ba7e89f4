import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * The banners within a form of a file, or beside the button that sends one, that do not say how another try is made; a plain one with the
 * text of a failure never does.
 */
function withoutRetry(source: string): string[] {
  const banners = [
    ...source.matchAll(/<(?:FailureBanner|ChangeRefusal)\b[^;]*?\/>/g),
    ...source.matchAll(/<Banner tone="danger">\s*\{errors\.text\([^;]*?<\/Banner>/g),
  ];
  const isFormsEnd = source.includes('type="submit"') && !source.includes('<form');
  return banners
    .filter(({ index }) => isFormsEnd || source.lastIndexOf('<form', index) > source.lastIndexOf('</form>', index))
    .map(([banner]) => banner)
    .filter((banner) => !banner.includes('onRetry'));
}

test('ERR-040: every form says how another try is made when nobody answered', () => {
  const features = fileURLToPath(new URL('../features/', import.meta.url));
  const files = globSync('**/*.tsx', { cwd: features }).filter((file) => !file.includes('.test.'));
  const missing = files.flatMap((file) =>
    withoutRetry(readFileSync(features + file, 'utf8')).map((banner) => `${file}: ${banner}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
