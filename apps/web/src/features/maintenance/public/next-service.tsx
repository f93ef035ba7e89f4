import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { plansQuery } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';

/** MAP-021: what is to be done on the unit first, and how long it is until then; nothing where no plan tells. */
export function NextService({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const texts = usePlanTexts();
  const { data } = useQuery({ ...plansQuery(useSend(), imei), retry: false });
  const [next] = (data?.plans ?? [])
    .filter(({ state, forecast_on }) => state !== 'done' && forecast_on !== null)
    .toSorted((a, b) => (a.forecast_on ?? '').localeCompare(b.forecast_on ?? ''));
  if (!next) return null;
  const [left] = texts.remaining(next);
  return (
    <Fact label={t('NextService')}>
      <Unbroken>{`${texts.name(next)}, ${texts.due(next).first}`}</Unbroken>
      {left && (
        <>
          {' '}
          <span className="unbroken">{`(${left.text})`}</span>
        </>
      )}
    </Fact>
  );
}
