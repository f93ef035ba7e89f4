import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  accessSet,
  hasAccessFilters,
  pairsOf,
  shownMatrix,
  withAccess,
  type AccessSearch,
  type Matrix,
  type Pending,
} from './access-model.ts';
import { BeginWithUnit } from '../../../ui/begin-unit.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { AccessFilters } from '../components/access-filters.tsx';
import { AccessMatrix } from '../components/access-matrix.tsx';
import { AccessPerUser } from '../components/access-per-user.tsx';
import { matrixQuery } from '../queries.ts';
import { useSaveAccess } from '../use-save-access.ts';
import styles from '../users-screen.module.css';
import own from '../access-screen.module.css';

const NOTHING: Pending = new Map();

/** Who has access to which unit (LOCK-001, ADM-012): ticked, counted, and saved in one go. On phones user by user. */
export function AccessScreen(props: {
  search: AccessSearch;
  onSearch: (patch: Partial<AccessSearch>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const query = useQuery(matrixQuery(useSend()));
  const { data } = query;
  return (
    <div className={styles['screen']}>
      {data ? (
        <Loaded matrix={data} {...props} />
      ) : (
        <NotLoaded query={query} heights={[36, 360]} className={styles['skeleton']} />
      )}
    </div>
  );
}

function Loaded(props: {
  matrix: Matrix;
  search: AccessSearch;
  onSearch: (patch: Partial<AccessSearch>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { matrix, search } = props;
  const t = useT();
  const isWide = useMedia('(min-width: 768px)');
  const base = useMemo(() => accessSet(matrix), [matrix]);
  const shown = useMemo(() => shownMatrix(matrix, search), [matrix, search]);
  const [pending, setPending] = useState(NOTHING);
  const isNarrow = !isWide;
  return (
    <>
      <div className={styles['top']}>
        <h2>{t('AccessTitle')}</h2>
        <span className={styles['soft']} aria-live="polite">
          {t('AccessShown', { users: shown.users.length, units: shown.units.length })}
        </span>
      </div>
      <p className={styles['soft']}>{t('AccessLead')}</p>
      <AccessFilters
        matrix={matrix}
        search={search}
        isUsersOnly={isNarrow}
        onSearch={(patch) => props.onSearch(patch, { replace: true })}
      />
      {matrix.units.length === 0 ? (
        <EmptyState icon="lock" title={t('NoUnitsTitle')} action={<BeginWithUnit />}>
          {t('AccessNoUnits')}
        </EmptyState>
      ) : shown.users.length === 0 || shown.units.length === 0 ? (
        <EmptyState icon="search" title={t('AccessNothing')}>
          {hasAccessFilters(search) && t('NoUsersFoundText')}
        </EmptyState>
      ) : isNarrow ? (
        <AccessPerUser matrix={matrix} users={shown.users} base={base} />
      ) : (
        <>
          <AccessMatrix
            {...shown}
            base={base}
            pending={pending}
            onSet={(part, isOn) => setPending((before) => withAccess(base, before, part, isOn))}
          />
          <SaveBar pending={pending} onDone={() => setPending(NOTHING)} />
        </>
      )}
    </>
  );
}

/** Counts what is ticked but not saved. */
function SaveBar(props: { pending: Pending; onDone: () => void }): ReactNode {
  const { pending, onDone } = props;
  const t = useT();
  const save = useSaveAccess();
  useUnsavedChanges(pending.size > 0);
  const { give, take } = useMemo(() => pairsOf(pending), [pending]);
  if (pending.size === 0) return null;
  return (
    <div className={own['bar']} role="status">
      <div className={own['barText']}>
        {t('AccessPending', { given: give.length, taken: take.length })}
        {take.length > 0 && <BookingsLost losses={take} />}
      </div>
      <Button onClick={onDone}>{t('AccessDiscard')}</Button>
      <Button look="primary" isBusy={save.isPending} onClick={() => save.run({ give, take }, onDone)}>
        {save.isPending ? t('Saving') : t('Save')}
      </Button>
    </div>
  );
}
