import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import styles from '../components/commands.module.css';
import { OutputRow } from '../components/output-row.tsx';
import { ioQuery } from '../queries.ts';

/** MAP-022: on the card of a unit, the outputs that somebody has connected, for those who may switch them; nothing for others. */
export function SwitchOutputs({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const { data } = useQuery({ ...ioQuery(useSend(), imei), retry: false });
  const outputs = data?.outputs.filter((output) => output.is_configured && output.can.switch) ?? [];
  if (!data || outputs.length === 0) return null;
  return (
    <ul className={styles['rows']} aria-label={t('IoOutputs')}>
      {outputs.map((output) => (
        <OutputRow key={output.number} imei={imei} output={output} isMoving={data.is_moving} mayEdit={false} />
      ))}
    </ul>
  );
}
