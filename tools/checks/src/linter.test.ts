import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const configuration = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  readonly rules: Record<string, unknown>;
  readonly overrides: readonly { readonly rules: Record<string, unknown> }[];
};
const isOn = ([, level]: [string, unknown]): boolean => level !== 'off';
const RULES = [configuration, ...configuration.overrides].flatMap(({ rules }) =>
  Object.entries(rules)
    .filter(isOn)
    .map(([name]) => name),
);

/** What breaks each rule of the linter, and nothing that the compiler would refuse before it. */
const BROKEN: Readonly<Record<string, string>> = {
  'constructor-super': 'export class A {}\nexport class B extends A { constructor() { console.error(1); } }',
  'for-direction': 'for (let i = 0; i < 9; i -= 1) console.error(i);',
  'getter-return': 'export const a = { get b() { console.error(1); } };',
  'no-async-promise-executor': 'export const a = new Promise(async (done) => done(await b));\nconst b = Promise.resolve(1);',
  'no-case-declarations': 'export function a(b: number) { switch (b) { case 1: const c = b; return c; default: return 0; } }',
  'no-class-assign': 'class A {}\nA = 1;\nexport { A };',
  'no-compare-neg-zero': 'export const a = (b: number) => b === -0;',
  'no-cond-assign': 'export function a(b: number) { if (b = 1) return b; return 0; }',
  'no-const-assign': 'export const a = 1;\na = 2;',
  'no-constant-binary-expression': 'export const a = (b: string) => (`x${b}` ?? 1);',
  'no-constant-condition': 'if (1) console.error(1);',
  'no-control-regex': 'export const a = /\\x1f/;',
  'no-debugger': 'debugger;',
  'no-dupe-else-if': 'export function a(b: number) { if (b > 1) return 1; else if (b > 1) return 2; return 0; }',
  'no-dupe-keys': 'export const a = { b: 1, b: 2 };',
  'no-duplicate-case': 'export function a(b: number) { switch (b) { case 1: return 1; case 1: return 2; default: return 0; } }',
  'no-empty': 'export function a() { try { b(); } catch {} }\nconst b = () => 1;',
  'no-empty-character-class': 'export const a = /^x[]/;',
  'no-empty-pattern': 'export function a({}: object) { return 1; }',
  'no-empty-static-block': 'export class A { static {} }',
  'no-ex-assign': 'export function a() { try { return b(); } catch (error) { error = 1; return error; } }\nconst b = () => 1;',
  'no-extra-boolean-cast': 'export const a = (b: string) => { if (!!b) console.error(b); };',
  'no-fallthrough': 'export function a(b: number) { switch (b) { case 1: console.error(1); default: console.error(2); } }',
  'no-func-assign': 'export function a() {}\na = 1;',
  'no-global-assign': 'undefined = 1;',
  'no-import-assign': "import { a } from './no-var.ts';\na = 1;\nexport const b = a;",
  'no-invalid-regexp': "export const a = new RegExp('[');",
  'no-irregular-whitespace': 'export const a =\u00a01;',
  'no-loss-of-precision': 'export const a = 9007199254740993;',
  'no-misleading-character-class': 'export const a = /[👍]/;',
  'no-new-native-nonconstructor': "export const a = new Symbol('b');",
  'no-obj-calls': 'export const a = Math();',
  'no-prototype-builtins': "export const a = (b: object) => b.hasOwnProperty('c');",
  'no-redeclare': 'export function a() { var b = 1; var b = 2; return b; }',
  'no-regex-spaces': 'export const a = /x   y/;',
  'no-self-assign': 'export function a(b: number) { b = b; return b; }',
  'no-setter-return': 'export const a = { set b(c) { return c; } };',
  'no-shadow-restricted-names': 'export function a(NaN: number) { return NaN; }',
  'no-sparse-arrays': 'export const a = [1, , 2];',
  'no-this-before-super': 'class A {}\nexport class B extends A { constructor() { this.c = 1; super(); } }',
  'no-unassigned-vars': 'let a: number | undefined;\nexport const b = () => a;',
  'no-undef': 'export const a = missing();',
  'no-unexpected-multiline': 'const b = (c: number) => c;\nexport const a = b\n(1);',
  'no-unreachable': 'export function a() { return 1; console.error(2); }',
  'no-unsafe-finally': 'export function a() { try { console.error(1); } finally { return 1; } }',
  'no-unsafe-negation': 'export const a = (b: string, c: object) => !b in c;',
  'no-unsafe-optional-chaining': 'export const a = (b?: { c: () => number }) => (b?.c)();',
  'no-unused-labels': 'a: for (const b of [1]) console.error(b);',
  'no-unused-private-class-members': 'export class A { #b = 1; }',
  'no-unused-vars': 'const a = 1;\nexport {};',
  'no-useless-assignment': 'export function a() { let b = 1; console.error(b); b = 2; }',
  'no-useless-backreference': 'export const a = /\\1(b)/;',
  'no-useless-catch': 'export function a() { try { return b(); } catch (error) { throw error; } }\nconst b = () => 1;',
  'no-useless-escape': "export const a = 'b\\c';",
  'preserve-caught-error': "export function a() { try { b(); } catch (error) { throw new Error('c'); } }\nconst b = () => 1;",
  'require-yield': 'export function* a() { return 1; }',
  'use-isnan': 'export const a = (b: number) => b === NaN;',
  'valid-typeof': "export const a = (b: unknown) => typeof b === 'strnig';",

  eqeqeq: 'export const a = (b: number, c: number) => b == c;',
  'no-array-constructor': 'export const a = new Array(1, 2);',
  'no-console': 'console.log(1);',
  'no-eval': "export const a: unknown = eval('1');",
  'no-unused-expressions': 'export const a = (b: number) => { b > 1; };',
  'no-var': 'export var a = 1;',
  'prefer-const': 'export function a() { let b = 1; return b; }',
  'prefer-rest-params': 'export function a() { return arguments; }',
  'prefer-spread': 'export const a = (b: number[]) => Math.max.apply(Math, b);',

  'typescript/await-thenable': 'export async function a(b: number) { return await b; }',
  'typescript/ban-ts-comment': '// @ts-ignore\nexport const a = 1;',
  'typescript/consistent-type-imports':
    "import { A } from './typescript-no-unsafe-function-type.ts';\nexport const a = (b: A) => b;",
  'typescript/no-array-delete': 'export const a = (b: number[]) => { delete b[0]; };',
  'typescript/no-base-to-string': 'export const a = (b: object) => String(b);',
  'typescript/no-duplicate-enum-values': 'export enum A { B = 1, C = 1 }',
  'typescript/no-duplicate-type-constituents': "export type A = 'b' | 'b';",
  'typescript/no-empty-object-type': 'export type A = {};',
  'typescript/no-explicit-any': 'export type A = any;',
  'typescript/no-extra-non-null-assertion': 'export const a = (b?: { c: number }) => b!!.c;',
  'typescript/no-floating-promises': 'export function a(b: Promise<number>) { b.then(() => 1); }',
  'typescript/no-for-in-array': 'export function a(b: number[]) { for (const c in b) console.error(c); }',
  'typescript/no-implied-eval': "export const a = new Function('return 1');",
  'typescript/no-misused-new': 'export interface A { new (): A; }',
  'typescript/no-misused-promises': 'export function a(b: Promise<boolean>) { if (b) console.error(1); }',
  'typescript/no-namespace': 'export namespace A { export const b = 1; }',
  'typescript/no-non-null-asserted-optional-chain': 'export const a = (b?: { c?: number }) => b?.c!;',
  'typescript/no-redundant-type-constituents': 'export type A = unknown | string;',
  'typescript/no-require-imports': "import a = require('node:fs');\nexport const b = a;",
  'typescript/no-this-alias': 'export function a(this: object) { const b = this; return b; }',
  'typescript/no-unnecessary-type-assertion': 'export const a = (b: string) => b as string;',
  'typescript/no-unnecessary-type-constraint': 'export const a = <T extends unknown>(b: T) => b;',
  'typescript/no-unsafe-argument': 'export const a = (b: number) => b;\nexport const c = a(JSON.parse("1"));',
  'typescript/no-unsafe-assignment': 'export function a() { const b = JSON.parse("1"); return Boolean(b); }',
  'typescript/no-unsafe-call': 'export const a = (): unknown => JSON.parse("1")();',
  'typescript/no-unsafe-declaration-merging': 'export interface A { b: number }\nexport class A {}',
  'typescript/no-unsafe-enum-comparison': 'enum A { B = 1 }\nexport const a = (b: A) => b === 1;',
  'typescript/no-unsafe-function-type': 'export type A = Function;',
  'typescript/no-unsafe-member-access': 'export const a = (): unknown => JSON.parse("1").b;',
  'typescript/no-unsafe-return': 'export const a = (): number => JSON.parse("1");',
  'typescript/no-unsafe-unary-minus': 'export const a = (b: string) => -b;',
  'typescript/no-wrapper-object-types': 'export const a = (b: Number) => b;',
  'typescript/only-throw-error': "export function a() { throw 'b'; }",
  'typescript/prefer-as-const': "export const a = 'b' as 'b';",
  'typescript/prefer-namespace-keyword': 'declare module a {}',
  'typescript/prefer-promise-reject-errors': "export const a = () => Promise.reject('b');",
  'typescript/restrict-plus-operands': 'export const a = (b: number, c: number[]) => b + c;',
  'typescript/restrict-template-expressions': 'export const a = (b: { c: number }) => `${b}`;',
  'typescript/switch-exhaustiveness-check': "export function a(b: 'c' | 'd') { switch (b) { case 'c': console.error(1); } }",
  'typescript/triple-slash-reference': '/// <reference path="./no-var.ts" />\nexport const a = 1;',
  'typescript/unbound-method': 'class A { b() { return this; } }\nexport const a = new A().b;',

  'react/rules-of-hooks':
    "import { useState } from 'react';\nexport function A(p: { b: boolean }) { if (p.b) useState(1); return null; }",
  'react/exhaustive-deps':
    "import { useEffect } from 'react';\nexport function A(p: { b: number }) { useEffect(() => console.error(p.b), []); return null; }",
};

/** What is no rule, as it does not parse. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'a deleted variable': 'export let a = 1;\ndelete a;',
  'two members of one name': 'export class A { b() { return 1; } b() { return 2; } }',
  'two parameters of one name': 'export const a = (b: number, b: number) => b;',
  'an octal number': 'export const a = 017;',
  'an escaped eight': "export const a = '\\8';",
  'a `with`': 'export function a(b: object) { with (b) { console.error(1); } }',
};

/** Rules of the scripts that start before anything is compiled. */
const OF_SCRIPTS = new Set(['getter-return', 'no-setter-return', 'no-undef']);
const fileOf = (rule: string): string => {
  const name = rule.replace('/', '-');
  if (OF_SCRIPTS.has(rule)) return `scripts/${name}.mjs`;
  return rule.startsWith('react/') ? `apps/web/src/${name}.tsx` : `packages/telemetry/src/${name}.ts`;
};

interface Finding {
  readonly code?: string;
  readonly message: string;
  readonly filename: string;
}
let folder = '';
let found: readonly Finding[] = [];

function lint(): readonly Finding[] {
  const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
  const flags = ['--type-aware', '--report-unused-disable-directives-severity=error', '--format=json', '.'];
  const { stdout } = spawnSync(process.execPath, [oxlint, ...flags], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  return (JSON.parse(stdout) as { diagnostics: readonly Finding[] }).diagnostics;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-lint-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  // Where the linter looks for what knows the types.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  };
  const compilerOptions = { strict: true, target: 'ES2024', module: 'NodeNext', allowImportingTsExtensions: true, types: [] };
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, include: ['**/*'] }));
  for (const [rule, text] of Object.entries(BROKEN)) write(fileOf(rule), text);
  Object.values(UNREADABLE).forEach((text, index) => write(`packages/telemetry/src/unreadable-${index}.ts`, text));
  write('packages/telemetry/src/needless.ts', '// eslint-disable-next-line no-var -- nothing here\nexport const a = 1;');
  for (const place of ['tools/a/src/a.ts', 'apps/server/src/a.ts']) write(place, BROKEN['no-console'] ?? '');
  for (const place of ['a.test.ts', 'a.ts'])
    write(`apps/server/src/features/${place}`, BROKEN['typescript/unbound-method'] ?? '');
  found = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inFile = (path: string): readonly Finding[] => found.filter(({ filename }) => filename === path);

test('each rule of the linter is broken once here', () => {
  expect(Object.keys(BROKEN).toSorted()).toEqual([...new Set(RULES)].toSorted());
});

test.each(Object.keys(BROKEN))('the linter refuses what breaks %s', (rule) => {
  const name = rule.split('/').at(-1) ?? '';
  const said = inFile(fileOf(rule)).map(({ code, message }) => `${code} ${message}`);
  expect(said.join('\n')).toContain(`(${name})`);
});

test.each(Object.keys(UNREADABLE).map((name, index) => [name, index] as const))('the linter cannot read %s', (_name, index) => {
  expect(inFile(`packages/telemetry/src/unreadable-${index}.ts`)).not.toEqual([]);
});

test('the linter refuses an exception that excepts nothing', () => {
  expect(inFile('packages/telemetry/src/needless.ts')).toHaveLength(1);
});

test('the linter lets folders off only what is theirs', () => {
  expect(inFile('tools/a/src/a.ts')).toEqual([]);
  expect(inFile('apps/server/src/a.ts')).toHaveLength(1);
  expect(inFile('apps/server/src/features/a.test.ts')).toEqual([]);
  expect(inFile('apps/server/src/features/a.ts')).toHaveLength(1);
});
