const MB = 1024 * 1024
/** Of a run that nobody can say anything about: its thread alone takes that much. */
export const LEAST_EXPECTED_BYTES = 64 * MB
/** A thread whose heap is larger between two calls ends instead of being kept. Ordinary ones are smaller. */
export const LARGEST_KEPT_BYTES = 96 * MB
/** Such runs start and read beside larger ones that wait. */
export const SMALL_BYTES = 128 * MB
/** While a page is read, memory holds it as bytes, as text and as objects. */
const BYTES_PER_PAGE_BYTE = 4
/** Of a run that has read none. */
const LIKELY_PAGE_BYTES = 16 * MB

/** A run that the memory budget has let start. */
export type Admitted = {
  readonly expectedBytes: number
  usedBytes: number
  /** Of the largest page so far. */
  pageBytes: number
  /** Pages that it reads, which memory in use does not show yet. */
  reading: number
  readonly end: () => void
}

/** It takes hardly more than its thread, or has just begun and is not expected to. */
export const isSmall = ({ usedBytes, pageBytes, expectedBytes }: Admitted): boolean =>
  usedBytes > 0 ? usedBytes <= LARGEST_KEPT_BYTES : pageBytes === 0 && expectedBytes <= LEAST_EXPECTED_BYTES

/** It may read beside larger runs that wait. */
export const takesLittle = ({
  expectedBytes,
  usedBytes = 0,
}: Partial<Admitted> & Pick<Admitted, 'expectedBytes'>): boolean => Math.max(expectedBytes, usedBytes) <= SMALL_BYTES

/** What reading its next page takes. */
export const bytesOfPage = ({ pageBytes }: Admitted): number => BYTES_PER_PAGE_BYTE * (pageBytes || LIKELY_PAGE_BYTES)
