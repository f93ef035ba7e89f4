/**
 * What failed, from what the test programs wrote: the end of a run names each, since a build server shows only the end of its log.
 */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What one line of a summary holds. */
const LONGEST = 300;

/** Playwright tells what was waited for, and what it met instead, below its first line. */
const TELLING = /^(Locator|Expected|Received|Error|- waiting for)\b/;

/**
 * @param {string | undefined} message
 * @returns {string} its first line that says something and those below that tell what it was about, without colours
 */
function whyOf(message) {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((said) => said.trim())
    .filter(Boolean);
  const [first = 'no word of why', ...rest] = lines;
  const line = [first, ...rest.filter((said) => TELLING.test(said)).slice(0, 4)].join(' | ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestCase
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestCase[] }} VitestFile
 */

/**
 * The failed tests of vitest's JSON reporter, and its files that failed before their first test.
 * @param {{ testResults: VitestFile[] }} report
 * @param {string} folder what file names are told from
 * @returns {string[]} `file › test: why`
 */
export function failuresOfVitest({ testResults }, folder) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name);
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${whyOf(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${whyOf(failureMessages?.[0])}`);
  });
}

/**
 * @typedef {{ status?: string, error?: { message?: string, location?: { line: number } } }} JourneyResult
 * @typedef {{ title: string, ok: boolean, file: string, tests: { results: JourneyResult[] }[] }} Journey
 * @typedef {{ specs?: Journey[], suites?: JourneySuite[] }} JourneySuite
 */

/**
 * The failed journeys of Playwright's JSON reporter.
 * @param {JourneySuite} suite the report itself, or a part of it
 * @returns {string[]} `file:line › journey: why`
 */
export function failuresOfJourneys({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      const line = error?.location ? `:${error.location.line}` : '';
      return `${file}${line} › ${title}: ${whyOf(error?.message)}`;
    });
  return [...own, ...suites.flatMap(failuresOfJourneys)];
}
