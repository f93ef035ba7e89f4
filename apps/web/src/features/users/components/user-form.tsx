import type { MemberRight } from '@spora/contract/users/endpoints';
import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import { LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { departmentsQuery, dependentsQuery, matrixQuery } from '../queries.ts';
import type { UserDraft } from '../user-draft.ts';
import { PurposeField } from './purpose-field.tsx';
import { UnitPicker } from './unit-picker.tsx';
import styles from './user-sheet.module.css';

interface Part {
  readonly draft: UserDraft;
  readonly errorOf: (field: string) => string | null;
  readonly onChange: (patch: Partial<UserDraft>) => void;
}

/** ADM-011: what becomes of the bookings of an administrator who is to be one no more. */
function useDemoted(props: { draft: UserDraft; userId: number | null; wasAdmin: boolean }): string | null {
  const t = useT();
  const isDemoted = props.wasAdmin && !props.draft.is_admin;
  const { data } = useQuery({ ...dependentsQuery(useSend(), props.userId ?? 0), enabled: isDemoted && props.userId !== null });
  return isDemoted && data && data.bookings > 0 ? t('DemoteUserBookings', { count: data.bookings }) : null;
}

/** ADM-002: the fields of a user. The password is not among them: each sets their own by the link in the mail. */
export function UserFields(props: Part & { userId: number | null; wasAdmin: boolean; mayChangeAdmin: boolean }): ReactNode {
  const t = useT();
  const { draft, onChange, errorOf } = props;
  const demoted = useDemoted(props);
  return (
    <>
      <div className={styles['pair']}>
        <Text {...props} field="first_name" label={t('FirstNameLabel')} maxLength={50} />
        <Text {...props} field="last_name" label={t('LastNameLabel')} maxLength={50} />
      </div>
      <Text
        {...props}
        field="email"
        label={t('Email')}
        type="email"
        help={t(props.userId === null ? 'UserEmailHelp' : 'UserEmailChangeHelp')}
      />
      <Text {...props} field="phone" label={t('ProfilePhone')} type="tel" help={t('ProfilePhoneHelp')} maxLength={40} />
      <div className={styles['pair']}>
        <SelectField
          label={t('UserRole')}
          value={draft.is_admin ? 'admin' : 'member'}
          disabled={!props.mayChangeAdmin}
          help={props.mayChangeAdmin ? (demoted ?? undefined) : t('UserRoleFixed')}
          onChange={(event) => onChange({ is_admin: event.target.value === 'admin' })}
        >
          <option value="member">{t('UserMember')}</option>
          <option value="admin">{t('UserAdmin')}</option>
        </SelectField>
        <SelectField
          label={t('Language')}
          value={draft.language}
          onChange={(event) => onChange({ language: LANGUAGES.find((code) => code === event.target.value) ?? 'en' })}
        >
          {LANGUAGES.map((code) => (
            <option key={code} value={code} lang={LANGUAGE_FACTS[code].html}>
              {LANGUAGE_FACTS[code].name}
            </option>
          ))}
        </SelectField>
      </div>
      <Units draft={draft} errorOf={errorOf} onChange={onChange} userId={props.userId} />
      <Rights draft={draft} errorOf={errorOf} onChange={onChange} />
      <DepartmentField {...props} />
      <PurposeField
        value={draft.default_purpose}
        help={t('UserDefaultPurposeHelp')}
        onChange={(default_purpose) => onChange({ default_purpose })}
        error={errorOf('default_purpose')}
      />
      <details className={styles['more']}>
        <summary>{t('UserMore')}</summary>
        <div className={styles['fields']}>
          <Text {...props} field="registration_id" label={t('UserRegistrationId')} maxLength={50} />
          <Text {...props} field="street" label={t('StreetLabel')} maxLength={50} />
          <div className={styles['pair']}>
            <Text {...props} field="postal_code" label={t('PostalCodeLabel')} maxLength={10} />
            <Text {...props} field="city" label={t('CityLabel')} maxLength={50} />
          </div>
        </div>
      </details>
    </>
  );
}

function Text(
  props: Part & {
    field: 'first_name' | 'last_name' | 'email' | 'phone' | 'registration_id' | 'street' | 'postal_code' | 'city';
    label: string;
    type?: string;
    help?: string;
    maxLength?: number;
  },
): ReactNode {
  const { draft, errorOf, field, onChange, label, type, help, maxLength } = props;
  return (
    <TextField
      label={label}
      type={type}
      help={help}
      name={field}
      maxLength={maxLength}
      autoComplete="off"
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      error={errorOf(field)}
    />
  );
}

function DepartmentField({ draft, errorOf, onChange }: Part): ReactNode {
  const t = useT();
  const { data } = useQuery(departmentsQuery(useSend()));
  const names = (data?.groups ?? []).filter(({ is_archived }) => !is_archived).map(({ name }) => name);
  // One that was archived or removed stays chosen until somebody chooses another.
  const all = draft.department && !names.includes(draft.department) ? [draft.department, ...names] : names;
  return (
    <PickField
      label={t('Department')}
      value={draft.department}
      noneText={t('NoDepartment')}
      options={all.map((name) => ({ value: name, label: name }))}
      error={errorOf('department')}
      onChange={(department) => onChange({ department })}
    />
  );
}

/** ROLE-006, DEC-69: what a member may do beyond seeing their units; administrators may it all. */
function Rights({ draft, onChange }: Part): ReactNode {
  const t = useT();
  if (draft.is_admin) return null;
  const set = (right: MemberRight, isOn: boolean): void =>
    onChange({ rights: isOn ? [...draft.rights, right] : draft.rights.filter((each) => each !== right) });
  return (
    <fieldset className={styles['rights']}>
      <legend>{t('UserRights')}</legend>
      {MEMBER_RIGHTS.map((right) => (
        <CheckBox
          key={right}
          label={t(`Right-${right}`)}
          checked={draft.rights.includes(right)}
          onChange={(isOn) => set(right, isOn)}
        />
      ))}
    </fieldset>
  );
}

function Units({ draft, onChange, userId }: Part & { userId: number | null }): ReactNode {
  const t = useT();
  const { data } = useQuery(matrixQuery(useSend()));
  if (draft.is_admin) return null;
  if (!data) return <p className={styles['soft']}>{t('Loading')}</p>;
  const fixed = new Set(data.units.filter((unit) => unit.locked_by !== null && unit.locked_by === userId).map(({ id }) => id));
  return <UnitPicker units={data.units} chosen={draft.unit_ids} fixed={fixed} onChange={(unit_ids) => onChange({ unit_ids })} />;
}
