import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from '../components/object.module.css';

/** A picture that takes a right to fetch: its bytes become an address of this page only, which ends with it. */
export function PictureImage(props: { query: UseQueryOptions<Blob>; alt: string }): ReactNode {
  const t = useT();
  const { data, isError } = useQuery(props.query);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!data || !image.current) return undefined;
    const address = URL.createObjectURL(data);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [data]);
  return (
    <span className={styles['frame']}>
      {data ? <img ref={image} alt={props.alt} draggable={false} /> : isError ? t('PictureFailed') : <Skeleton height={180} />}
    </span>
  );
}
