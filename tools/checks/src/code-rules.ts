import { type Check, type Finding, type SourceFile, isCode, isTest, linesOf, withoutComments } from './tree.ts';

interface LineRule {
  readonly pattern: RegExp;
  readonly message: string;
  readonly appliesTo: (path: string) => boolean;
  /** The rule reads comments too. */
  readonly inComments?: boolean;
  /** What is looked for may go on in the next line. */
  readonly isOverLines?: boolean;
}

const isConfig = (path: string): boolean => /(^|\/)[a-z.-]+\.config\.(ts|mjs)$/.test(path) || path === '.dependency-cruiser.mjs';
const isOwnText = (path: string): boolean => !path.startsWith('tools/checks/');

const RULES: readonly LineRule[] = [
  { pattern: /\bvi\.(mock|doMock|hoisted)\b/, message: 'nothing of ours is mocked, only ports have fakes', appliesTo: isOwnText },
  { pattern: /^\s*export default\b/, message: 'no default exports', appliesTo: (path) => !isConfig(path) && isOwnText(path) },
  { pattern: /^\s*(export\s+)?(const\s+)?enum\s/, message: 'no enums: a union of literals', appliesTo: isOwnText },
  { pattern: /^\s*export \* (as \w+ )?from/, message: 'no barrel files', appliesTo: isOwnText },
  {
    pattern: /\b(test|it|describe)\.(only|skip|todo)\b|\b(xit|xtest|fdescribe)\(/,
    message: 'no test is skipped or alone',
    appliesTo: (path) => isTest(path) && isOwnText(path),
  },
  {
    pattern: /\b(TODO|FIXME|HACK|XXX)\b(?!.*\b(when|once|until|after)\b)/,
    message: 'a TODO names the condition that ends it',
    appliesTo: isOwnText,
    inComments: true,
  },
  {
    pattern: /((?:es|ox)lint-disable|@ts-expect-error|@ts-ignore|prettier-ignore)(?!.*( -- | because |: ).*\w)/,
    message: 'a suppression carries its reason on the same line',
    appliesTo: isOwnText,
    inComments: true,
  },
  {
    pattern: /\b(dangerouslySetInnerHTML|insertAdjacentHTML|setHTML|document\.write)\b|\b(inner|outer)HTML\s*=[^=]/,
    message: 'no text becomes HTML: what is shown is escaped (SEC-010)',
    appliesTo: (path) => path.startsWith('apps/web/'),
  },
  {
    // A text or a sum of constants, alone; a template of constants.
    pattern:
      /\bsql\.(raw|lit)\((?!\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[A-Z_\d\s<]+|`(?:[^`$]|\$\{[A-Z][A-Z_]*\b[^}]*\})*`)\s*,?\s*\))/,
    isOverLines: true,
    message: 'what comes from elsewhere is a parameter of a query, never a part of its text',
    appliesTo: (path) => path.startsWith('apps/server/src/') && !isTest(path),
  },
  {
    pattern:
      /\.orderBy\('(?:\w+\.)?(?:name|full_name|label)'|\bORDER BY (?:\w+\.)?(?:name|full_name|label)\b(?! \$\{NAME_ORDER\})/,
    message: 'names come in the order of people: `byName` or `NAME_ORDER` (9 before 10, å after z)',
    appliesTo: (path) => /^apps\/server\/src\/(core|features|roles)\//.test(path) && !isTest(path),
  },
  {
    pattern: /\bshell:|\bexec(Sync)?\b.* from 'node:child_process'/,
    message: 'programs are started with a list of arguments, never through a shell',
    appliesTo: (path) => /^(apps|packages)\//.test(path),
  },
  {
    pattern: /from '@tanstack\/react-router'/,
    message: "screens link by `lib/page-link`; only app, lib and the features' route.tsx know the router",
    appliesTo: (path) => /^apps\/web\/src\/(features|map|ui)\//.test(path) && !path.endsWith('/route.tsx') && !isTest(path),
  },
  {
    pattern: /\b(new Date\(\)|Date\.now\(\))/,
    message: 'pure rules have no clock: take `now` as a value',
    appliesTo: (path) =>
      /\/([a-z-]+-)?(rules|policy|projection)\.ts$/.test(path) ||
      /^packages\/(protocols|telemetry)\/src\/(?!.*\.test\.ts)/.test(path),
  },
];

/** Rules that one line can break. */
export const codeRules: Check = {
  name: 'code rules',
  run: (files) => files.filter((file) => isCode(file.path)).flatMap((file) => RULES.flatMap((rule) => breaches(file, rule))),
};

function breaches(file: SourceFile, rule: LineRule): Finding[] {
  if (!rule.appliesTo(file.path)) return [];
  const text = rule.inComments ? file.text : withoutComments(file.text);
  const lines = rule.isOverLines ? startsOf(text, rule.pattern) : linesOf(text, rule.pattern);
  return lines.map((line) => ({ path: file.path, line, message: rule.message }));
}

const startsOf = (text: string, { source }: RegExp): number[] =>
  [...text.matchAll(new RegExp(source, 'g'))].map(({ index }) => text.slice(0, index).split('\n').length);

/** Use cases stand in `service.ts` and in files named after their subject: in all that is of no other layer. */
const USE_CASES =
  /^apps\/server\/src\/features\/(?!.*[/-](feature|rules|policy|repository|read-model|projection|routes|jobs|listeners)\.ts$)/;

/** No file passes on another's names: an importer goes to where they are defined. */
export const noReexports: Check = {
  name: 'no re-exports',
  run: (files) =>
    files
      .filter((file) => isCode(file.path) && isOwnText(file.path))
      .flatMap((file) =>
        [...withoutComments(file.text).matchAll(/^export (?:type )?\{[^}]*\} from '/gm)].map((match) => ({
          path: file.path,
          line: file.text.slice(0, match.index).split('\n').length,
          message: 'passes on names of another file: import from where they are defined',
        })),
      ),
};

/** A use case that writes asks for the right first: before `inTransaction` stands a `require*` or a visible-unit lookup. */
export const permissionFirst: Check = {
  name: 'permission first',
  run: (files) =>
    files
      .filter((file) => USE_CASES.test(file.path) && !isTest(file.path))
      .flatMap((file) => {
        const text = withoutComments(file.text);
        return [...text.matchAll(/export (?:async )?function (\w+)\([\s\S]*?\n}/g)].flatMap((match): Finding[] => {
          const [body, name] = match;
          const at = body.indexOf('inTransaction(');
          if (at < 0 || !/\bctx: MemberCtx\b/.test(body)) return [];
          if (/\b(require[A-Z]\w*|findVisible\w+)\(/.test(body.slice(0, at))) return [];
          return [
            {
              path: file.path,
              line: text.slice(0, match.index).split('\n').length,
              message: `${name} writes before it asks for the right`,
            },
          ];
        });
      }),
};
