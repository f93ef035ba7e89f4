import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { membersQuery } from '../queries.ts';
import styles from './bulk.module.css';

/** The account's members to tick, by name or e-mail; the chosen ones are their ids as text. */
export function MembersField(props: {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
  error: string | null;
}): ReactNode {
  const { chosen, onChange, error } = props;
  const t = useT();
  const [wanted, setWanted] = useState('');
  const { data } = useQuery(membersQuery(useSend()));
  const text = wanted.trim().toLowerCase();
  const members = data?.user.filter(
    (member) => !member.is_disabled && `${member.full_name} ${member.email}`.toLowerCase().includes(text),
  );
  return (
    <fieldset className={styles['members']}>
      <legend>{t('BulkMembers')}</legend>
      {error && (
        <p className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <SearchField label={t('BulkFindMember')} clearLabel={t('ClearSearch')} value={wanted} onChange={setWanted} />
      <div className={styles['memberList']}>
        {members?.map((member) => (
          <CheckBox
            key={member.id}
            label={member.full_name}
            help={member.email}
            checked={chosen.includes(String(member.id))}
            onChange={(isOn) => onChange(isOn ? [...chosen, String(member.id)] : chosen.filter((id) => id !== String(member.id)))}
          />
        ))}
        {!data && <Skeleton height={60} />}
        {members?.length === 0 && <p className={styles['soft']}>{t('BulkNoMember')}</p>}
      </div>
    </fieldset>
  );
}
