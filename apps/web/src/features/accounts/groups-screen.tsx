import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../ui/loaded.tsx';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useSettledText } from '../../lib/use-settled-text.ts';
import { useRowWindow } from '../../lib/use-row-window.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Table, TableGap } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { FromRules } from './components/from-rules.tsx';
import { GroupLine } from './components/group-line.tsx';
import { MergeDialog } from './components/merge-dialog.tsx';
import {
  asTripType,
  BEARER_TEXTS,
  BEARERS,
  countsByState,
  GROUP_TEXTS,
  type GroupsSearch,
  shownGroups,
  TRIP_TYPES,
} from './groups-model.ts';
import { groupsQuery, useGroupWrite } from './queries.ts';
import styles from './groups-screen.module.css';

const ROW_PX = 53;

interface Narrowing {
  readonly search: GroupsSearch;
  readonly onSearch: (next: { q?: string | undefined; archived?: true | undefined }, options?: { replace?: boolean }) => void;
}

/** ADM-013, ADM-014: departments, projects, tags or purposes: added, renamed, archived, merged, removed when nothing bears them. */
export function GroupsScreen(props: { kind: GroupKind } & Narrowing): ReactNode {
  const { kind } = props;
  const t = useT();
  const texts = GROUP_TEXTS[kind];
  const query = useQuery(groupsQuery(useSend(), kind));
  const { data } = query;
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <h2>{t(texts.title)}</h2>
        {data && <span className={styles['soft']}>{t('GroupsCount', countsByState(data.groups))}</span>}
      </div>
      <p className={styles['soft']}>{t(texts.lead)}</p>
      {data ? (
        <>
          {data.can.create && <AddForm kind={kind} />}
          {data.can.create && <FromRules kind={kind} groups={data.groups} />}
          <Groups kind={kind} groups={data.groups} mayEdit={data.can.edit} search={props.search} onSearch={props.onSearch} />
        </>
      ) : (
        <NotLoaded query={query} heights={rowsOf(44)} className={styles['skeleton']} />
      )}
    </div>
  );
}

type NewGroup = Pick<Group, 'name' | 'trip_type'>;
/** Only purposes are for one type of trips; the others leave it open. */
const NO_GROUP: NewGroup = { name: '', trip_type: null };

function AddForm(props: { kind: GroupKind }): ReactNode {
  const { kind } = props;
  const t = useT();
  const typeText = useTripTypeText();
  const toasts = useToasts();
  const input = useRef<HTMLInputElement>(null);
  // Ready for the next one before the list shows this one.
  const add = useGroupWrite((send, body: NewGroup) => call(send, 'accounts.create-group', { params: { kind }, body }), {
    awaitsRows: false,
  });
  const save = (body: NewGroup): void =>
    add.mutate(body, {
      onSuccess: (group) => {
        toasts.show({ text: t('GroupAdded', { name: group.name }) });
        // What was typed meanwhile stays.
        if (input.current?.value === body.name) draft.restart({ ...body, name: '' });
      },
      onSettled: () => input.current?.focus(),
    });
  const draft = useDraftForm<NewGroup>({ first: NO_GROUP, faultsOf: () => ({}), write: add, send: save });
  const { name, trip_type: type } = draft.form;
  useUnsavedChanges(name.trim() !== '');
  return (
    <form ref={draft.place} onSubmit={draft.submit} noValidate aria-label={t(GROUP_TEXTS[kind].add)}>
      <div className={styles['add']}>
        <div className={styles['addName']}>
          <TextField
            ref={input}
            label={t(GROUP_TEXTS[kind].add)}
            maxLength={100}
            value={name}
            onChange={(event) => {
              draft.set('name', event.target.value);
              if (add.isError) add.reset();
            }}
            error={draft.errorOf('name')}
          />
        </div>
        {kind === 'purposes' && (
          <SelectField
            label={t('PurposeFor')}
            value={type ?? ''}
            onChange={(event) => draft.set('trip_type', asTripType(event.target.value))}
          >
            <option value="">{t('PurposeForAll')}</option>
            {TRIP_TYPES.map((each) => (
              <option key={each} value={each}>
                {typeText(each)}
              </option>
            ))}
          </SelectField>
        )}
        <Button type="submit" look="primary" icon="plus" isBusy={add.isPending}>
          {t('GroupAdd')}
        </Button>
      </div>
      <FailureBanner failure={add.error} ownFields={['name']} onRetry={() => save(draft.form)} />
    </form>
  );
}

function Groups(props: { kind: GroupKind; groups: readonly Group[]; mayEdit: boolean } & Narrowing): ReactNode {
  const { kind, groups, mayEdit, search, onSearch } = props;
  const t = useT();
  const [q, setQ] = useSettledText(search.q ?? '', (text) => onSearch({ q: text || undefined }, { replace: true }));
  const isArchiveShown = search.archived ?? false;
  const [merging, setMerging] = useState<Group | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = shownGroups(groups, q, isArchiveShown);
  /** Found too, was it looked for among them. */
  const hidden = shownGroups(groups, q, true).length - rows.length;
  const shown = useRowWindow(rows.length, ROW_PX, place);
  const { archived } = countsByState(groups);
  if (groups.length === 0)
    return (
      <EmptyState icon="plus" title={t(GROUP_TEXTS[kind].none)}>
        {t(GROUP_TEXTS[kind].lead)}
      </EmptyState>
    );
  const columns = BEARERS[kind].length + (kind === 'purposes' ? 4 : 2);
  return (
    <>
      <div className={styles['filters']} role="search" aria-label={t(GROUP_TEXTS[kind].title)}>
        <div className={styles['search']}>
          <SearchField label={t('SearchGroups')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} isPageSearch />
        </div>
        {archived > 0 && (
          <Switch
            label={t('ShowArchived', { count: archived })}
            isOn={isArchiveShown}
            onChange={(isOn) => onSearch({ archived: isOn ? true : undefined })}
          />
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('NoGroupsFound')}
          action={
            hidden > 0 && <Button onClick={() => onSearch({ archived: true })}>{t('ShowArchived', { count: hidden })}</Button>
          }
        >
          {hidden > 0 && t('FoundArchived', { count: hidden })}
        </EmptyState>
      ) : (
        <div ref={place}>
          <Table
            label={t(GROUP_TEXTS[kind].title)}
            rowCount={rows.length}
            head={
              <>
                <th scope="col">{t('UserName')}</th>
                {kind === 'purposes' && <th scope="col">{t('PurposeFor')}</th>}
                {BEARERS[kind].map((bearer) => (
                  <th key={bearer} scope="col" data-kind="number">
                    {t(BEARER_TEXTS[bearer])}
                  </th>
                ))}
                {kind === 'purposes' && <th scope="col">{t('PurposeUsualFor')}</th>}
                <th scope="col">
                  <span className="visually-hidden">{t('GroupActions')}</span>
                </th>
              </>
            }
          >
            <TableGap height={shown.before} columns={columns} />
            {shown.indexes.map((index) => {
              const group = rows[index];
              return (
                group && (
                  <GroupLine
                    key={group.id}
                    kind={kind}
                    group={group}
                    index={index}
                    measure={shown.measure}
                    mayEdit={mayEdit}
                    mayMerge={groups.length > 1}
                    onMerge={setMerging}
                  />
                )
              );
            })}
            <TableGap height={shown.after} columns={columns} />
          </Table>
        </div>
      )}
      {merging && <MergeDialog kind={kind} group={merging} groups={groups} onClose={() => setMerging(null)} />}
    </>
  );
}
