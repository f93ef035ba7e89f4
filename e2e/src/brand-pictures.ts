import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { BRANDS } from '@spora/contract/brands';
import { iconSvg, lightToken, markSvg } from '../../apps/web/src/ui/brands/pictures.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

/** Writes the pictures of every brand from its mark: `npm run brands -w @spora/e2e`, after a change of a mark or its colours. */
const web = fileURLToPath(new URL('../../apps/web', import.meta.url));
const found = await findChromium();
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...CHROMIUM_FLAGS],
  env: { ...(process.env as Record<string, string>), ...found.env },
});
const page = await browser.newPage();
for (const { subsiteId, slug, mailAccent } of BRANDS) {
  const css = readFileSync(join(web, `src/ui/brands/brand-${subsiteId}.css`), 'utf8');
  const folder = join(web, 'public/brands', slug);
  mkdirSync(folder, { recursive: true });
  const track = lightToken(css, 'brand-mark-track') ?? mailAccent;
  const point = lightToken(css, 'brand-mark-point') ?? mailAccent;
  writeFileSync(join(folder, 'mark.svg'), markSvg(subsiteId, { track, point }));
  writeFileSync(join(folder, 'icon.svg'), iconSvg(subsiteId));
  // iOS rounds the corners itself and paints what is clear black: the square one serves it too.
  await draw(page, iconSvg(subsiteId, { isSquare: true }), 192, join(folder, 'icon-192.png'));
  await draw(page, iconSvg(subsiteId), 512, join(folder, 'icon-512.png'));
  await draw(page, iconSvg(subsiteId, { edge: 0.22, isSquare: true }), 512, join(folder, 'maskable-512.png'));
}
await browser.close();

async function draw(on: Page, svg: string, size: number, path: string): Promise<void> {
  await on.setViewportSize({ width: size, height: size });
  await on.setContent(
    `<body style="margin:0;display:grid">${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}</body>`,
  );
  await on.screenshot({ path, omitBackground: true });
}
