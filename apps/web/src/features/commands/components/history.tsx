import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { commandsQuery } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import { StateBadge } from './progress.tsx';
import { Section } from '../../../ui/section.tsx';

type Row = DataOf<'commands.list'>['rows'][number];

/** OUT-009: who sent what, when and why, and how it ended; newest first. */
export function CommandHistory(props: { imei: string }): ReactNode {
  const t = useT();
  const query = useQuery(commandsQuery(useSend(), props.imei));
  const { data } = query;
  return (
    <Section title={t('CommandHistory')}>
      {!data && <NotLoaded query={query} heights={[96]} isPart />}
      {data?.rows.length === 0 && <p className={frame['soft']}>{t('CommandHistoryEmpty')}</p>}
      {data && data.rows.length > 0 && <Rows rows={data.rows} />}
    </Section>
  );
}

function Rows({ rows }: { rows: readonly Row[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const whatOf = (row: Row): string =>
    row.kind === 'output'
      ? `${row.output_name || t('IoOutput', { n: String(row.output) })} · ${row.wish ? t('IoOn') : t('IoOff')}`
      : t(`CommandKind-${row.kind}`);
  return (
    <table className={frame['table']} aria-label={t('CommandHistory')}>
      <thead>
        <tr>
          <th scope="col">{t('CommandTime')}</th>
          <th scope="col">{t('CommandWhat')}</th>
          <th scope="col">{t('CommandBy')}</th>
          <th scope="col">{t('SwitchReason')}</th>
          <th scope="col">{t('CommandState')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-label={t('CommandTime')}>{format.dateTime(row.at)}</td>
            <td data-label={t('CommandWhat')}>{whatOf(row)}</td>
            <td data-label={t('CommandBy')}>{row.by || '–'}</td>
            <td data-label={t('SwitchReason')}>{row.reason || '–'}</td>
            <td data-label={t('CommandState')}>
              <StateBadge state={row.state} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
