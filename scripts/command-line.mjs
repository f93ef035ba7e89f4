// The one reader of command lines. Nothing but Node itself: it answers --help before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { COMMANDS } from './commands.mjs';

const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * What a declared argument is when it has been read.
 * @template A
 * @typedef {A extends { kind: 'flag' } ? boolean : A extends { kind: 'number' } ? number : string} ReadArgument
 */
/**
 * @template A
 * @typedef {A extends { kind: 'flag' } ? boolean
 *   : A extends { many: true } ? readonly ReadArgument<A>[]
 *   : A extends { required: true } | { fallback: string } ? ReadArgument<A>
 *   : ReadArgument<A> | undefined} OptionOf
 */
/** @typedef {keyof typeof COMMANDS} CommandName */
/**
 * @template {CommandName} N
 * @typedef {object} CommandLine
 * @property {(typeof COMMANDS)[N] extends { options: infer O } ? { readonly [K in keyof O]: OptionOf<O[K]> } : {}} values
 * @property {readonly string[]} positionals
 */

/** The arguments cannot be used: told with the usage, and the exit code is 2. */
export class CommandError extends Error {
  name = 'CommandError';
}

const GENERAL = {
  yes: { kind: 'flag', text: 'do it without asking' },
  help: { kind: 'flag', short: 'h', text: 'show this' },
  version: { kind: 'flag', text: 'tell the version' },
};

const declared = (name) => {
  const { options = {}, positionals = [], ...rest } = COMMANDS[name];
  const { yes, ...general } = GENERAL;
  return { ...rest, positionals, options: { ...options, ...(rest.destroys ? { yes } : {}), ...general } };
};

/** `npm run` stands in the project's folder; its caller may stand elsewhere. */
const callersFolder = () =>
  process.env.npm_lifecycle_event && process.env.INIT_CWD && process.cwd() === projectDir ? process.env.INIT_CWD : process.cwd();

const called = (name) => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`);
const shownAs = ({ kind, shown, words }) =>
  shown ?? { imei: 'IMEI', email: 'ADDRESS', path: 'PATH', time: 'TIME', number: 'N', word: words?.join('|') }[kind] ?? 'TEXT';

/**
 * How a command is called, from its declaration.
 * @param {CommandName} name
 * @returns {string}
 */
export function usageOf(name) {
  const { more } = declared(name);
  return briefUsageOf(name) + (more ? `\n${more()}\n` : '');
}

/** The same without what fills pages: below a sentence about a wrong argument, which is to stay in sight. */
function briefUsageOf(name) {
  const { purpose, options, positionals, destroys, examples = [] } = declared(name);
  const place = (argument, text) => (argument.required ? text : `[${text}]`) + (argument.many ? ' ...' : '');
  const named = Object.entries(options).map(([key, option]) => [
    option,
    option.kind === 'flag' ? `--${key}` : `--${key} ${shownAs(option)}`,
  ]);
  const asked = named.filter(([option]) => option.required).map(([option, text]) => place(option, text));
  const free = positionals.map((argument) => place(argument, argument.name));
  const lines = [...positionals.map((argument) => [argument.name, argument]), ...named.map(([option, text]) => [text, option])];
  const width = Math.max(...lines.map(([text]) => text.length));
  const note = ({ text, short, fallback, kind, min, max }) =>
    [
      text,
      short && `-${short}`,
      kind === 'number' && min >= 0 && max < 1e9 && `${min} to ${max}`,
      fallback && `${fallback} unless told`,
    ]
      .filter(Boolean)
      .join('; ');
  return [
    `${called(name)} -- ${[...asked, ...free, '[options]'].join(' ')}`,
    '',
    purpose + (destroys ? ` ${destroys} It asks first, unless --yes is given.` : ''),
    '',
    ...lines.map(([text, argument]) => `  ${text.padEnd(width)}  ${note(argument)}`),
    ...(examples.length > 0 ? ['', 'For example:', ...examples.map((text) => `  ${called(name)}${text && ` -- ${text}`}`)] : []),
    '',
  ].join('\n');
}

/**
 * Reads arguments as the command declares them. Throws CommandError naming what is wrong; asks and changes nothing.
 * @template {CommandName} N
 * @param {N} name
 * @param {readonly string[]} args
 * @returns {CommandLine<N> & { isHelp: boolean, isVersion: boolean, isSure: boolean }}
 */
export function parseCommand(name, args) {
  const { options, positionals } = declared(name);
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([key, { kind, short }]) => [
        key,
        { type: kind === 'flag' ? 'boolean' : 'string', ...(short ? { short } : {}) },
      ]),
    ),
  });
  const values = {};
  const free = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      const argument = positionals[Math.min(free.length, positionals.length - 1)];
      if (!argument || (free.length >= positionals.length && !argument.many))
        throw new CommandError(`"${token.value}" is one argument too many.`);
      free.push(read(argument, argument.name, token.value));
      continue;
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new CommandError(`There is no option ${token.rawName}.`);
    if (option.kind === 'flag') {
      if (token.value !== undefined) throw new CommandError(`--${token.name} takes no value, not "${token.value}".`);
      values[token.name] = true;
      continue;
    }
    const isMissing = !token.value?.trim() || (!token.inlineValue && /^-[^\d]/.test(token.value));
    if (isMissing) throw new CommandError(`--${token.name} needs a value: --${token.name} ${shownAs(option)}.`);
    const value = read(option, `--${token.name}`, token.value);
    if (option.many) (values[token.name] ??= []).push(value);
    else if (token.name in values) throw new CommandError(`--${token.name} is given twice.`);
    else values[token.name] = value;
  }
  const { help: isHelp = false, version: isVersion = false, yes: isSure = false } = values;
  if (!isHelp && !isVersion) {
    for (const [key, option] of Object.entries(options))
      if (option.required && !(key in values)) throw new CommandError(`--${key} ${shownAs(option)} is missing.`);
    const missing = positionals.slice(free.length).find(({ required }) => required);
    if (missing) throw new CommandError(`${missing.name} is missing.`);
  }
  for (const [key, option] of Object.entries(options)) if (!(key in values)) values[key] = unset(option, key);
  return { values, positionals: free, isHelp, isVersion, isSure };
}

const unset = (option, key) =>
  option.kind === 'flag'
    ? false
    : option.fallback !== undefined
      ? read(option, `--${key}`, option.fallback)
      : option.many
        ? []
        : undefined;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** One value by its kind, or a sentence about it. */
function read({ kind, min = 0, max, words, isThere }, label, text) {
  const refused = (wanted) => new CommandError(`${label} takes ${wanted}, not ${text}.`);
  switch (kind) {
    case 'number': {
      const value = Number(text);
      if (text.trim() === '' || !(value >= min && value <= max)) throw refused(`a number from ${min} to ${max}`);
      return value;
    }
    case 'word':
      if (!words.includes(text)) throw refused(words.join(' or '));
      return text;
    case 'words': {
      const given = text.split(',').map((word) => word.trim());
      const wrong = given.find((word) => !words.includes(word));
      if (wrong !== undefined) throw new CommandError(`${label} takes ${words.join(', ')}, divided by commas, not "${wrong}".`);
      return given.join();
    }
    case 'imei': {
      const digits = text.replaceAll(/[\s-]/g, '');
      if (!/^\d{15}$/.test(digits)) throw refused('15 digits');
      return digits;
    }
    case 'email':
      if (!EMAIL.test(text.trim())) throw refused('an e-mail address');
      return text.trim().toLowerCase();
    case 'time':
      if (!TIME.test(text) || Number.isNaN(Date.parse(text))) throw refused('a time such as 2030-12-01T08:00:00+01:00');
      return text;
    case 'path': {
      const path = resolve(callersFolder(), text);
      if (isThere && !existsSync(path)) throw new CommandError(`${label}: there is nothing at ${path}.`);
      return path;
    }
    default:
      if (max !== undefined && text.length > max) throw refused(`at most ${max} characters`);
      return text.trim();
  }
}

/**
 * Reads the arguments of this process. `--help` and `--version` are answered and end it; what is wrong ends it with 2.
 * @template {CommandName} N
 * @param {N} name
 * @returns {CommandLine<N> & { isSure: boolean }}
 */
export function readCommand(name, args = process.argv.slice(2)) {
  try {
    const line = parseCommand(name, args);
    if (line.isHelp) end(1, usageOf(name), 0);
    if (line.isVersion) end(1, `${versionText()}\n`, 0);
    if (COMMANDS[name].destroys && !line.isSure && !line.values.check && !process.stdin.isTTY)
      throw new CommandError(`${COMMANDS[name].destroys} Nobody is there to ask: add --yes if you mean it.`);
    return line;
  } catch (error) {
    if (error instanceof CommandError) refuse(name, error.message);
    throw error;
  }
}

/**
 * Ends the process with a sentence and the usage, in brief.
 * @param {CommandName} name
 * @param {string} message
 * @returns {never}
 */
export function refuse(name, message) {
  return end(2, `${message}\n\n${briefUsageOf(name)}`, 2);
}

// Written at once, also to a pipe: the process ends in the next line.
function end(stream, text, code) {
  writeSync(stream, text);
  process.exit(code);
}

/**
 * Asks whoever sits there before something is taken away; without a yes the process ends with 1.
 * @param {string} question
 * @param {{ isSure: boolean }} line
 */
export async function askFirst(question, { isSure }) {
  if (isSure) return;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${question} Go on? [y/N] `).finally(() => asking.close());
  if (!/^y(es)?$/i.test(answer.trim())) end(2, 'Nothing was changed.\n', 1);
}

/** The version, and the commit where this is a clone. */
export function versionText() {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: projectDir, encoding: 'utf8' });
  return `Spora ${version}${status === 0 ? ` (${stdout.trim()})` : ''}, Node ${process.version}`;
}
