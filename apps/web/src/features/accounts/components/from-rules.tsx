import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { namedByRules } from '../groups-model.ts';
import { useGroupWrite } from '../queries.ts';
import styles from '../groups-screen.module.css';

/** So many are offered at once; with each that is added the next one comes. */
const OFFERED = 8;

/** ADM-014, PLACE-007: purposes and projects that rules of places write on trips, and that nobody can choose, each a press from the list. */
export function FromRules({ kind, groups }: { kind: GroupKind; groups: readonly Group[] }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const field = kind === 'purposes' ? 'purpose' : kind === 'projects' ? 'project' : null;
  const { data } = useQuery({ ...endpointQuery(useSend(), 'places.list', {}), enabled: field !== null, retry: false });
  const add = useGroupWrite((send, name: string) =>
    call(send, 'accounts.create-group', { params: { kind }, body: { name, trip_type: null } }),
  );
  const missing = field && data ? namedByRules(data.places, field, groups) : [];
  if (missing.length === 0) return null;
  return (
    <div className={styles['fromRules']} role="group" aria-label={t('GroupsFromRules')}>
      <span className={styles['soft']}>{t('GroupsFromRules')}</span>
      {missing.slice(0, OFFERED).map((name) => (
        <Button
          key={name}
          icon="plus"
          isSmall
          aria-label={t('GroupAddNamed', { name })}
          isBusy={add.isPending && add.variables === name}
          onClick={() =>
            add.mutate(name, {
              onSuccess: () => toasts.show({ text: t('GroupAdded', { name }) }),
              onError: (error) => toasts.show({ tone: 'danger', text: errors.text(error) }),
            })
          }
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
