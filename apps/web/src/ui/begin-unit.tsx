import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addPhone } from '../lib/add-phone.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useT } from '../lib/i18n.tsx';
import { useSend } from '../lib/send-context.tsx';
import { useUser } from '../lib/session-context.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { FormLink } from './form-link.tsx';
import { NotLoaded } from './loaded.tsx';

/** Leads whoever may to where an account without units begins: with a tracker, or with the phone in one's pocket. */
export function BeginWithUnit(): ReactNode {
  const t = useT();
  return (
    useUser().IsAdmin && (
      <>
        <FormLink to={ADDRESSES.addUnit} look="primary">
          {t('BeginAddUnit')}
        </FormLink>
        <Button icon="phone" isWrite onClick={addPhone}>
          {t('AddPhone')}
        </Button>
      </>
    )
  );
}

/** What a page shows that is empty: of an account without units how to begin, otherwise what the page says itself. */
export function EmptyOrBegin(props: {
  /** What will stand here once a unit has driven. */
  text: string;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  const units = useQuery(endpointQuery(useSend(), 'units.list', {}));
  if (units.isPending) return <NotLoaded query={units} />;
  if (units.data?.units.length !== 0) return props.children;
  return (
    <EmptyState icon="plus" title={t('NoUnitsTitle')} action={<BeginWithUnit />}>
      {props.text}
    </EmptyState>
  );
}
