import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { csvText } from '../../../lib/csv.ts';
import { saveCsv } from '../../../lib/download.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useListFile } from '../../../lib/use-list-file.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { lockLogQuery } from '../queries.ts';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';

/** LOCK-007, LOCK-008: who locked and unlocked the unit, newest first. Nothing in it can be changed. */
export function LockLog(props: { imei: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const query = useQuery(lockLogQuery(useSend(), props.imei));
  const { data } = query;
  const heads = [t('UnitLogTime'), t('UnitLogAction'), t('UnitLogUser'), t('UnitLogReason'), t('UnitLogUnit')];
  const lines = (data?.rows ?? []).map((row) => [
    format.dateTime(row.at),
    row.action === 'lock' ? t('UnitLogLocked') : t('UnitLogUnlocked'),
    row.user,
    row.reason,
    row.unit,
  ]);
  const file = useListFile(() =>
    saveCsv(csvText([heads, ...lines], format.language), `${props.imei}-${format.day(new Date())}.csv`),
  );
  const write = (): void => file.mutate({ list: 'lock-log', format: 'csv', imei: props.imei, rows: lines.length });
  return (
    <Section
      title={t('UnitLockLog')}
      action={
        lines.length > 0 && (
          <Button isSmall icon="download" isBusy={file.isPending} onClick={write}>
            {t('UnitsExport')}
          </Button>
        )
      }
    >
      <FailureBanner failure={file.error} onRetry={write} />
      {!data && <NotLoaded query={query} heights={[80]} isPart />}
      {data && lines.length === 0 && <p className={frame['soft']}>{t('UnitLockLogEmpty')}</p>}
      {lines.length > 0 && (
        <table className={frame['table']} aria-label={t('UnitLockLog')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((cells, index) => (
              <tr key={index}>
                {cells.map((cell, place) => (
                  <td key={place} data-label={heads[place]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
