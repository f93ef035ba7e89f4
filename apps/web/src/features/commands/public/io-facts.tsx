import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { ioQuery } from '../queries.ts';

/** MAP-021: doors and other inputs that somebody named, and outputs that somebody connected, as they were told last. */
export function IoFacts({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const { data } = useQuery({ ...ioQuery(useSend(), imei), retry: false });
  return (
    <>
      {data?.inputs.map(
        ({ number, name, meaning, is_active }) =>
          is_active !== null &&
          (name !== '' || meaning !== 'other') && (
            <Fact key={`input ${number}`} label={name || t(`InputMeaning-${meaning}`)}>
              {meaning === 'door' ? t(is_active ? 'IoOpen' : 'IoClosed') : t(is_active ? 'IoActive' : 'IoInactive')}
            </Fact>
          ),
      )}
      {data?.outputs.map(
        ({ number, name, is_configured, is_on }) =>
          is_on !== null &&
          is_configured && (
            <Fact key={`output ${number}`} label={name || t('IoOutput', { n: String(number) })}>
              {t(is_on ? 'IoOn' : 'IoOff')}
            </Fact>
          ),
      )}
    </>
  );
}
