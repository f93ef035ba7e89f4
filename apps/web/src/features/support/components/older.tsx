import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';

/** The end of a list that goes back in time. */
export function Older(props: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}): ReactNode {
  const t = useT();
  if (!props.query.hasNextPage) return null;
  return (
    <Button isBusy={props.query.isFetchingNextPage} onClick={() => void props.query.fetchNextPage()}>
      {t('AuditOlder')}
    </Button>
  );
}
