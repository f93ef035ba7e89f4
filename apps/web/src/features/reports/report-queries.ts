import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { ReportId } from '@spora/contract/reports/tables';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { saveAnswer } from '../../lib/download.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { joinList } from '../trips/public/trip-search.ts';

/** What a report is asked for, whatever it shows. */
export interface ReportFilter {
  readonly from: string;
  readonly to: string;
  readonly group_by: 'unit' | 'driver';
  readonly imeis: readonly string[];
  readonly driver_ids: readonly number[];
  readonly departments: readonly string[];
}
export type ReportFormat = InputOf<'reports.start-run'>['body']['format'];
export type ReportRun = DataOf<'reports.runs'>['runs'][number];
export type Preset = DataOf<'reports.presets'>['presets'][number];

export const runsQuery = (send: Send) => endpointQuery(send, 'reports.runs', {});
/** The units that a report can be of. */
export const unitChoicesQuery = (send: Send) => endpointQuery(send, 'units.list', {});
export const presetsQuery = (send: Send) => endpointQuery(send, 'reports.presets', {});

/** Which rows a file has, and in what order, where it is otherwise than usual. */
export interface FileList {
  readonly sort: string | undefined;
  readonly show: InputOf<'reports.start-run'>['body']['show'];
}

/** As the address of a file has it. */
const queryOf = (
  { from, to, group_by, imeis, driver_ids, departments }: ReportFilter,
  lang: string,
  { sort, show }: FileList,
) => ({
  from,
  to,
  group_by,
  imeis: imeis.join(','),
  driver_ids: driver_ids.join(','),
  departments: joinList(departments) ?? '',
  ...(sort && { sort }),
  ...(show && { show }),
  lang,
});

/** Hands the file of a report to the browser. */
export async function saveReport(
  send: Send,
  ask: { report: ReportId; format: ReportFormat; filter: ReportFilter; list: FileList; lang: string },
) {
  const query = queryOf(ask.filter, ask.lang, ask.list) as unknown as InputOf<'reports.export'>['query'];
  const answer = await callFile(send, 'reports.export', { params: { report: ask.report, format: ask.format }, query });
  await saveAnswer(answer, `${ask.report}.${ask.format}`);
}

/** Hands the file that a run has made to the browser. */
export async function saveRun(send: Send, { id, report, format }: Pick<ReportRun, 'id' | 'report' | 'format'>): Promise<void> {
  await saveAnswer(await callFile(send, 'reports.run-file', { params: { id } }), `${report}.${format}`);
}

export const startRun = (send: Send, body: InputOf<'reports.start-run'>['body']) => call(send, 'reports.start-run', { body });
export const removeRun = (send: Send, id: number) => call(send, 'reports.remove-run', { params: { id } });

export const addPreset = (send: Send, body: InputOf<'reports.add-preset'>['body']) => call(send, 'reports.add-preset', { body });
export const sharePreset = (send: Send, { id, is_shared }: { id: number; is_shared: boolean }) =>
  call(send, 'reports.update-preset', { params: { id }, body: { is_shared } });
export const removePreset = (send: Send, id: number) => call(send, 'reports.remove-preset', { params: { id } });

/** A write after which its list is asked for again. */
export function useReportWrite<Input, Data>(
  list: 'reports.runs' | 'reports.presets',
  write: (send: Send, input: Input) => Promise<Data>,
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries({ queryKey: [list] }),
  });
}
