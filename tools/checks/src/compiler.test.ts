import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the compiler refuses, by its code and the option that asks for it. */
const REFUSED: readonly (readonly [option: string, code: string, text: string])[] = [
  ['its language', 'TS2322', "export const a: number = 'b';"],
  ['its language', 'TS2304', 'export const abc = 1;\nexport const d = abd;'],
  ['its language', 'TS2339', 'export const a = (b: { c: number }) => b.d;'],
  ['its language', 'TS2345', 'export const a = (b: number) => b;\na("c");'],
  ['its language', 'TS2741', 'export const a: { b: number } = {};'],
  ['its language', 'TS2353', 'export const a: { b?: number } = { c: 1 };'],
  ['its language', 'TS2307', "import { a } from './missing.ts';\nexport const b = a;"],
  ['its language', 'TS2540', 'export function a(b: { readonly c: number }) { b.c = 1; }'],
  ['its language', 'TS2588', 'export const a = 1;\na = 2;'],
  ['strict', 'TS7006', 'export const a = (b) => b;'],
  ['strict', 'TS18048', 'export const a = (b?: { c: number }) => b.c;'],
  ['strict', 'TS18046', 'export function a() { try { return 1; } catch (b) { return b.c; } }'],
  ['strict', 'TS2564', 'export class A { b: number; }'],
  ['noUncheckedIndexedAccess', 'TS2322', 'export const a = (b: number[]): number => b[0];'],
  ['noImplicitOverride', 'TS4114', 'class A { b() { return 1; } }\nexport class C extends A { b() { return 2; } }'],
  [
    'noFallthroughCasesInSwitch',
    'TS7029',
    'export function a(b: number) { switch (b) { case 1: console.error(1); default: return 2; } }',
  ],
  ['noUnusedLocals', 'TS6133', 'const a = 1;\nexport {};'],
  ['noUnusedParameters', 'TS6133', 'export const a = (b: number) => 1;'],
  ['erasableSyntaxOnly', 'TS1294', 'export enum A { B = 1 }'],
  ['verbatimModuleSyntax', 'TS1484', "import { PathLike } from 'node:fs';\nexport const a = (b: PathLike) => b;"],
  ['jsx', 'TS2322', "export const A = () => <input value={Symbol('b')} />;"],
];
let folder = '';
let said = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-types-'));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  mkdirSync(join(folder, 'src'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  REFUSED.forEach(([, , text], index) => writeFileSync(join(folder, `src/a${index}.tsx`), `${text}\n`));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript-native/package.json')), 'bin/tsc');
  said = spawnSync(process.execPath, [tsc, '-p', folder, '--singleThreaded', '--pretty', 'false'], { encoding: 'utf8' }).stdout;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(REFUSED.map(([option, code], index) => [option, code, index] as const))(
  'the compiler refuses for %s: %s (%i)',
  (_option, code, index) => {
    expect(said.split('\n').filter((line) => line.includes(`a${index}.tsx(`))).toEqual([
      expect.stringContaining(`error ${code}:`),
    ]);
  },
);
