import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecretBox, writeSecretKey } from './secret-box.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-box-'));
});
afterEach(() => rm(folder, { recursive: true }));
const at = (day: number) => () => new Date(Date.UTC(2026, 10, day));

test('12-A10: a secret is sealed with a key in a file of its own, opens for whom it is, and not when a bit is another', async () => {
  const box = openSecretBox(folder, at(1));
  const sealed = await box.seal('whsec_x', 'webhook/1');
  expect(sealed).toMatch(/^aes1\.20261101000000-[0-9a-f]{8}\./);
  expect(sealed).not.toContain('whsec_x');
  expect(await box.seal('whsec_x', 'webhook/1')).not.toBe(sealed);
  expect(await box.open(sealed, 'webhook/1')).toBe('whsec_x');
  await expect(box.open(sealed, 'webhook/2')).rejects.toThrow();
  await expect(box.open(`${sealed.slice(0, -3)}AAA`, 'webhook/1')).rejects.toThrow();
  const [name] = await readdir(folder);
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600);
  expect(await box.open('whsec_plain', 'webhook/1'), 'written before there was a key').toBe('whsec_plain');
});

test('12-A10: the newest key seals, former ones open, and a key that is gone is named', async () => {
  const box = openSecretBox(folder, at(1));
  const before = await box.seal('one', 'x');
  const id = await writeSecretKey(folder, at(2)());
  expect(await box.prefix()).toBe(`aes1.${id}.`);
  expect(await box.open(before, 'x')).toBe('one');
  const after = await box.seal('two', 'x');
  await rm(join(folder, `secret-${id}.key`));
  await expect(box.open(after, 'x')).rejects.toThrow(id);
});
