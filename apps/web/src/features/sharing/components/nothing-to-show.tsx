import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';

/** MAP-035: what a link would show nothing of if it were made now, before somebody sends it. */
export function NothingToShow(props: { imeis: readonly string[]; withOwnPrivate: boolean }): ReactNode {
  const { imeis, withOwnPrivate } = props;
  const t = useT();
  const body = { imeis: [...imeis], ...(withOwnPrivate ? { with_own_private: true } : {}) };
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'sharing.preview', { body }),
    enabled: imeis.length > 0,
    staleTime: 0,
  });
  const namesOf = (isPrivate: boolean): string[] =>
    (data?.without_position ?? []).filter(({ is_private }) => is_private === isPrivate).map(({ name }) => name);
  const [inPrivateUse, others] = [namesOf(true), namesOf(false)];
  if (inPrivateUse.length + others.length === 0) return null;
  return (
    <Banner tone="warning">
      {inPrivateUse.length > 0 && t('ShareInPrivateUse', { names: inPrivateUse.join(', ') })}{' '}
      {others.length > 0 && t('ShareNothingNow', { names: others.join(', ') })}
    </Banner>
  );
}
