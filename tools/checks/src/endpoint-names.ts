import { type Check, type Finding, isTest, type SourceFile } from './tree.ts';

const PATHS = /^packages\/contract\/src\/([a-z-]+)\/(?:entry-)?paths\.ts$/;
const PATH_LINE = /^ {2}'(([a-z-]+)\.[a-z0-9-]+)': \[/;
const CONTRACT = /^packages\/contract\/src\/([a-z-]+)\/[a-z-]+\.ts$/;
const DEFINED = /export const (\w+) = defineEndpoint\(\{\s*(?:\/\/[^\n]*\s*)*id: '(([a-z-]+)\.[a-z0-9-]+)'/g;
const SERVER_FEATURE = /^apps\/server\/src\/features\/([a-z-]+)\//;
const MOUNTED = /\bmount\(\s*(?:\w+\.)?(\w+)/g;
const WEB_FEATURE = /^apps\/web\/src\/features\/([a-z-]+)\//;

/**
 * Calls whose answer is another feature's and stands in no screen of their own feature, with why. A feature that shows what it asks
 * for needs no line here.
 */
const SHOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  'accounts.export-own-data': 'what an account keeps of a person is fetched on the person’s own page, in users',
  'accounts.export-person-data': 'the same, of a colleague',
  'attestation.altered': 'which attested trips are not as they were sealed is said above the log, in trips',
  'exports.verify-file': 'a file that was exported is verified where its seals are shown, in attestation',
  'exports.verify-keys': 'the same',
  'tolls.of-trips': 'what a trip of the log cost in tolls stands in its row and its details, in trips',
  'tracking.checked-in': 'cards of the map on the page of one’s check-ins, in drivers',
  'trips.drivers': 'who may have driven is chosen in dialogs of drivers',
};

interface Endpoint {
  readonly id: string;
  readonly file: SourceFile;
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** The same name on every storey: an endpoint's id, its folder of the contract, the feature that mounts it and the one that calls it. */
export const endpointNames: Check = {
  name: 'endpoints named alike on every storey',
  run: (files) => {
    const found: Finding[] = [];
    const paths = new Map<string, Endpoint>();
    const byConstant = new Map<string, Endpoint>();
    for (const file of files) {
      const folder = PATHS.exec(file.path)?.[1];
      if (folder === undefined) continue;
      for (const [index, line] of file.text.split('\n').entries()) {
        const [, id, prefix] = PATH_LINE.exec(line) ?? [];
        if (id === undefined) continue;
        paths.set(id, { id, file });
        if (prefix !== folder) found.push({ path: file.path, line: index + 1, message: `${id} stands in the folder ${folder}` });
      }
    }
    for (const file of files) {
      const folder = CONTRACT.exec(file.path)?.[1];
      if (folder === undefined) continue;
      for (const { 1: constant = '', 2: id = '', 3: prefix, index } of file.text.matchAll(DEFINED)) {
        const line = lineOf(file.text, index);
        byConstant.set(constant, { id, file });
        if (prefix !== folder) found.push({ path: file.path, line, message: `${id} is defined in the folder ${folder}` });
        if (!paths.has(id)) found.push({ path: file.path, line, message: `${id} has no path` });
      }
    }
    const mounted = new Set<string>();
    const callers = new Map<string, Set<string>>();
    for (const file of files) {
      const feature = SERVER_FEATURE.exec(file.path)?.[1];
      const isApi = file.path === 'apps/server/src/roles/api.ts';
      if ((feature !== undefined || isApi) && !isTest(file.path))
        for (const { 1: constant = '', index } of file.text.matchAll(MOUNTED)) {
          const endpoint = byConstant.get(constant);
          if (!endpoint) continue;
          mounted.add(endpoint.id);
          // The live stream belongs to the role, which owns the hub.
          if (!isApi && !endpoint.id.startsWith(`${feature}.`))
            found.push({ path: file.path, line: lineOf(file.text, index), message: `${endpoint.id} is mounted by ${feature}` });
        }
      const caller = WEB_FEATURE.exec(file.path)?.[1];
      if (caller !== undefined && !/\.(test|testing)\.tsx?$/.test(file.path))
        for (const [, id = ''] of file.text.matchAll(/'([a-z-]+\.[a-z0-9-]+)'/g))
          if (paths.has(id)) callers.set(id, (callers.get(id) ?? new Set()).add(caller));
    }
    for (const [id, { file }] of paths) {
      if (!mounted.has(id)) found.push({ path: file.path, message: `${id} is mounted by no feature` });
      const features = callers.get(id);
      const own = id.slice(0, id.indexOf('.'));
      if (!features || features.has(own)) {
        if (id in SHOWN_ELSEWHERE) found.push({ path: file.path, message: `${id} needs no exception any more` });
      } else if (!(id in SHOWN_ELSEWHERE))
        found.push({ path: file.path, message: `${id} is called by ${[...features].join(', ')} and not by ${own}` });
    }
    return found;
  },
};
