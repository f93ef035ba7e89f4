import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../ui/loaded.tsx';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
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
import { GroupLine } from './components/group-line.tsx';
import { MergeDialog } from './components/merge-dialog.tsx';
import { asTripType, GROUP_TEXTS, shownGroups, TRIP_TYPES } from './groups-model.ts';
import { groupsQuery, useGroupWrite } from './queries.ts';
import styles from './groups-screen.module.css';

const ROW_PX = 53;

/** ADM-013, ADM-014: departments, projects, tags or purposes: added, renamed, archived, merged, removed when nothing bears them. */
export function GroupsScreen(props: { kind: GroupKind }): ReactNode {
  const { kind } = props;
  const t = useT();
  const texts = GROUP_TEXTS[kind];
  const query = useQuery(groupsQuery(useSend(), kind));
  const { data } = query;
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <h2>{t(texts.title)}</h2>
        {data && <span className={styles['soft']}>{t('GroupsCount', { count: data.groups.length })}</span>}
      </div>
      <p className={styles['soft']}>{t(texts.lead)}</p>
      {data ? (
        <>
          {data.can.create && <AddForm kind={kind} />}
          <Groups kind={kind} groups={data.groups} mayEdit={data.can.edit} />
        </>
      ) : (
        <NotLoaded query={query} heights={rowsOf(44)} className={styles['skeleton']} />
      )}
    </div>
  );
}

function AddForm(props: { kind: GroupKind }): ReactNode {
  const { kind } = props;
  const t = useT();
  const typeText = useTripTypeText();
  const errors = useErrorText();
  const toasts = useToasts();
  const [name, setName] = useState('');
  const [type, setType] = useState<Group['trip_type']>(null);
  const input = useRef<HTMLInputElement>(null);
  const add = useGroupWrite((send, body: { name: string; trip_type: Group['trip_type'] }) =>
    call(send, 'accounts.create-group', { params: { kind }, body }),
  );
  const save = (): void =>
    add.mutate(
      { name, trip_type: kind === 'purposes' ? type : null },
      {
        onSuccess: (group) => {
          toasts.show({ text: t('GroupAdded', { name: group.name }) });
          setName('');
        },
        // Ready for the next one, or for putting this one right.
        onSettled: () => input.current?.focus(),
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!add.isPending) save();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t(GROUP_TEXTS[kind].add)}>
      <div className={styles['add']}>
        <div className={styles['addName']}>
          <TextField
            ref={input}
            label={t(GROUP_TEXTS[kind].add)}
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              if (add.isError) add.reset();
            }}
            error={errors.fields(add.error)['name'] ?? null}
          />
        </div>
        {kind === 'purposes' && (
          <SelectField label={t('PurposeFor')} value={type ?? ''} onChange={(event) => setType(asTripType(event.target.value))}>
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
      <FailureBanner failure={add.error} ownFields={['name']} onRetry={save} />
    </form>
  );
}

function Groups(props: { kind: GroupKind; groups: readonly Group[]; mayEdit: boolean }): ReactNode {
  const { kind, groups, mayEdit } = props;
  const t = useT();
  const [q, setQ] = useState('');
  const [isArchiveShown, setArchiveShown] = useState(false);
  const [merging, setMerging] = useState<Group | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const rows = shownGroups(groups, q, isArchiveShown);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  const archived = groups.filter(({ is_archived }) => is_archived).length;
  if (groups.length === 0)
    return (
      <EmptyState icon="plus" title={t(GROUP_TEXTS[kind].none)}>
        {t(GROUP_TEXTS[kind].lead)}
      </EmptyState>
    );
  const columns = kind === 'purposes' ? 4 : 3;
  return (
    <>
      <div className={styles['filters']} role="search" aria-label={t(GROUP_TEXTS[kind].title)}>
        <div className={styles['search']}>
          <SearchField label={t('SearchGroups')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} isPageSearch />
        </div>
        {archived > 0 && (
          <Switch label={t('ShowArchived', { count: archived })} isOn={isArchiveShown} onChange={setArchiveShown} />
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={t('NoGroupsFound')} />
      ) : (
        <div ref={place}>
          <Table
            label={t(GROUP_TEXTS[kind].title)}
            rowCount={rows.length}
            head={
              <>
                <th scope="col">{t('UserName')}</th>
                {kind === 'purposes' && <th scope="col">{t('PurposeFor')}</th>}
                <th scope="col" data-kind="number">
                  {t(GROUP_TEXTS[kind].uses)}
                </th>
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
