import type { FeatureProfile, UnitFeature } from '@spora/contract/units/features';
import { PROFILE_NAME_MAX } from '@spora/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { profilesQuery } from '../queries.ts';
import { FeatureChoice } from './feature-choice.tsx';
import styles from './features.module.css';
import { Failure } from './save-line.tsx';

/** FEAT-004: a profile's name, which is its own, and its features, at least one. */
export function FeatureProfileDialog(props: { profile: FeatureProfile | null; onClose: () => void }): ReactNode {
  const { profile, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  const errors = useErrorText();
  const [name, setName] = useState(profile?.name ?? '');
  const [features, setFeatures] = useState<readonly UnitFeature[]>(profile?.features ?? []);
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const body = { name, features: [...features] };
      return profile
        ? call(send, 'units.update-feature-profile', { params: { id: profile.id }, body })
        : call(send, 'units.create-feature-profile', { body });
    },
    onSuccess: () => {
      toasts.show({ text: t('Saved') });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: profilesQuery(send).queryKey }),
  });
  const told = errors.fields(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && features.length > 0 && !save.isPending) save.mutate();
  };
  return (
    <Dialog title={profile ? t('FeatureProfileEdit') : t('FeatureProfileAdd')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <TextField
          label={t('FeatureProfileName')}
          name="name"
          autoComplete="off"
          maxLength={PROFILE_NAME_MAX}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            if (save.isError) save.reset();
          }}
          error={isTried && name.trim() === '' ? t('SpecifyName') : (told['name'] ?? null)}
        />
        <FeatureChoice
          label={t('FeaturesTitle')}
          chosen={features}
          onChange={setFeatures}
          error={isTried && features.length === 0 ? t('SelectFeature') : (told['features'] ?? null)}
        />
        <Failure failure={save.error} fields={['name', 'features']} />
        <div className={styles['ends']}>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {save.isPending ? t('Saving') : t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
