import styles from './mark.module.css'

/** Four warp threads and the weft between them. */
export const BrandMark = ({ size = 24 }: { readonly size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} className={styles.mark} aria-hidden>
    <path className={styles.warp} d="M7 4v24M13 4v24M19 4v24M25 4v24" />
    <path className={styles.weft} d="M3 12c6 0 6 8 13 8s7-8 13-8" />
  </svg>
)
