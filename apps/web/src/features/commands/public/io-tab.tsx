import type { IoData } from '@spora/contract/commands/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { ioQuery } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from '../components/commands.module.css';
import { CommandHistory } from '../components/history.tsx';
import { InputRow } from '../components/input-row.tsx';
import { OutputRow } from '../components/output-row.tsx';
import { Section } from '../../../ui/section.tsx';

/** OUT-005: inputs with their state, outputs with what can be done with them, and what was sent. */
export function IoTab(props: { imei: string }): ReactNode {
  const query = useQuery(ioQuery(useSend(), props.imei));
  const { data } = query;
  if (data)
    return (
      <div className={frame['sections']}>
        <Outputs imei={props.imei} io={data} />
        <Inputs imei={props.imei} io={data} />
        <CommandHistory imei={props.imei} />
      </div>
    );
  return <NotLoaded query={query} heights={[240, 160]} className={frame['sections']} isPart />;
}

function Outputs({ imei, io }: { imei: string; io: IoData }): ReactNode {
  const t = useT();
  return (
    <Section title={t('IoOutputs')}>
      <p className={frame['soft']}>{io.profile ? t('IoOutputsHelp') : t('IoNoProfile')}</p>
      {io.profile?.is_confirmed === false && <Banner tone="warning">{t('IoUnconfirmedProfile')}</Banner>}
      {io.outputs.length > 0 && (
        <ul className={styles['rows']}>
          {io.outputs.map((output) => (
            <OutputRow key={output.number} imei={imei} output={output} isMoving={io.is_moving} mayEdit={io.can.edit} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Inputs({ imei, io }: { imei: string; io: IoData }): ReactNode {
  const t = useT();
  return (
    <Section title={t('IoInputs')}>
      <ul className={styles['rows']}>
        {io.inputs.map((input) => (
          <InputRow key={input.number} imei={imei} input={input} mayEdit={io.can.edit} />
        ))}
      </ul>
    </Section>
  );
}
