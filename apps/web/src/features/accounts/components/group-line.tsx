import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu, type MenuChoice } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { asTripType, type Bearer, BEARER_TEXTS, BEARERS, countsOf, isUsual, TRIP_TYPES, UNITS_BY } from '../groups-model.ts';
import { useGroupChanges } from '../use-group-changes.ts';
import styles from '../groups-screen.module.css';
import { RenameForm } from './rename-form.tsx';
import { UsualDialog } from './usual-dialog.tsx';

/** One department, project, tag or purpose with what can be done to it; each change is saved at once and can be undone. */
export function GroupLine(props: {
  kind: GroupKind;
  group: Group;
  index: number;
  measure: (row: Element | null) => void;
  mayEdit: boolean;
  mayMerge: boolean;
  onMerge: (group: Group) => void;
}): ReactNode {
  const { kind, group, mayEdit } = props;
  const t = useT();
  const typeText = useTripTypeText();
  const [isRenaming, setRenaming] = useState(false);
  const [isUsualShown, setUsualShown] = useState<'look' | 'archive' | null>(null);
  const { set, remove } = useGroupChanges(kind, group);
  const asksToArchive = kind === 'purposes' && isUsual(group);
  const archive = (): void =>
    set(
      { is_archived: true },
      { is_archived: false },
      t(kind === 'purposes' ? 'PurposeArchived' : 'GroupArchived', { name: group.name }),
    );
  const choices: MenuChoice[] = [
    { id: 'rename', label: t('GroupRename') },
    group.is_archived
      ? { id: 'bring-back', label: t('GroupBringBack') }
      : { id: 'archive', label: t(asksToArchive ? 'GroupArchiveAsks' : 'GroupArchive') },
    ...(props.mayMerge ? [{ id: 'merge', label: t('GroupMerge', { kind }) }] : []),
    ...(group.uses === 0 ? [{ id: 'remove', label: t('GroupRemove') }] : []),
  ];
  const actions: Record<string, () => void> = {
    rename: () => setRenaming(true),
    archive: () => (asksToArchive ? setUsualShown('archive') : archive()),
    'bring-back': () => set({ is_archived: false }, { is_archived: true }, t('GroupBroughtBack', { name: group.name })),
    merge: () => props.onMerge(group),
    remove,
  };
  return (
    <tr ref={props.measure} className={styles['line']} data-index={props.index} aria-rowindex={props.index + 2}>
      <th scope="row" className={styles['name']}>
        {isRenaming ? (
          <RenameForm kind={kind} group={group} onDone={() => setRenaming(false)} />
        ) : (
          <>
            {group.name} {group.is_archived && <Badge>{t('GroupIsArchived')}</Badge>}
          </>
        )}
      </th>
      {kind === 'purposes' && (
        <td data-label={t('PurposeFor')}>
          {mayEdit ? (
            <Select
              label={t('PurposeForOf', { name: group.name })}
              className={styles['type']}
              value={group.trip_type ?? ''}
              options={[
                { value: '', label: t('PurposeForAll') },
                ...TRIP_TYPES.map((type) => ({ value: type, label: typeText(type) })),
              ]}
              onChange={(type) => set({ trip_type: asTripType(type) }, { trip_type: group.trip_type }, t('Saved'))}
            />
          ) : group.trip_type === null ? (
            t('PurposeForAll')
          ) : (
            typeText(group.trip_type)
          )}
        </td>
      )}
      {BEARERS[kind].map((bearer) => (
        <td key={bearer} data-label={t(BEARER_TEXTS[bearer])} data-kind="number">
          <Count kind={kind} group={group} bearer={bearer} />
        </td>
      ))}
      {kind === 'purposes' && (
        <td data-label={t('PurposeUsualFor')} data-blank={!isUsual(group)}>
          {isUsual(group) ? <UsualFor group={group} onShow={mayEdit ? () => setUsualShown('look') : undefined} /> : '–'}
        </td>
      )}
      <td className={styles['actions']}>
        {mayEdit && (
          <ActionMenu
            label={t('GroupActionsOf', { name: group.name })}
            trigger={
              <MenuButton label={t('GroupActionsOf', { name: group.name })} isIcon isSmall>
                <Icon name="more" />
              </MenuButton>
            }
            groups={[{ choices, onChoose: (id) => actions[id]?.() }]}
          />
        )}
        {isUsualShown && (
          <UsualDialog
            purpose={group}
            onClose={() => setUsualShown(null)}
            {...(isUsualShown === 'archive' && {
              onArchive: () => {
                setUsualShown(null);
                archive();
              },
              onMerge: props.mayMerge
                ? () => {
                    setUsualShown(null);
                    props.onMerge(group);
                  }
                : undefined,
            })}
          />
        )}
      </td>
    </tr>
  );
}

/** How many units and users it is the usual purpose of, with the way to who they are. */
function UsualFor(props: { group: Group; onShow: (() => void) | undefined }): ReactNode {
  const t = useT();
  const { units, users } = countsOf(props.group);
  const text = [units > 0 && t('UnitsShown', { count: units }), users > 0 && t('UsersCount', { count: users })]
    .filter(Boolean)
    .join(', ');
  if (!props.onShow) return text;
  return (
    <button
      type="button"
      className={styles['usual']}
      aria-label={t('PurposeUsualShow', { name: props.group.name, text })}
      onClick={props.onShow}
    >
      {text}
    </button>
  );
}

/** How many bear it, with the way to them where a list is narrowed by it. */
function Count(props: { kind: GroupKind; group: Group; bearer: Bearer }): ReactNode {
  const { kind, group, bearer } = props;
  const text = useFormat().number(countsOf(group)[bearer]);
  if (countsOf(group)[bearer] === 0 || kind === 'purposes' || bearer === 'trips') return text;
  if (bearer === 'users')
    return (
      <PageLink to={ADDRESSES.account} search={{ tab: 'users', q: group.name }}>
        {text}
      </PageLink>
    );
  return (
    <PageLink to={ADDRESSES.units} search={{ [UNITS_BY[kind]]: group.name }}>
      {text}
    </PageLink>
  );
}
