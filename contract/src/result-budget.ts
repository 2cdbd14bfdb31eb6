/**
 * How large what a run makes may be, in bytes of UTF-8; 1 kB is 1,000 bytes. Texts that rows share count in every row.
 */

/** The first rows of a stage's input or output: nobody reads more, and every stage keeps two samples. */
export const SAMPLE_ROWS = 20
/** A value in a sample; the rest of it is left out. */
export const SAMPLE_CELL_BYTES = 1_000
/** One sample, as JSON. */
export const SAMPLE_BYTES = 64_000
/** All samples and requests of a run together: they are kept in memory and stored while the run goes on. */
export const ALL_SAMPLES_BYTES = 2_000_000
/** The requests that one stage lists. */
export const LISTED_PATHS_BYTES = 64_000
/** The requests that the log of a run lists. */
export const ALL_PATHS_BYTES = 256_000
/** One warning of a run: it may quote a value. */
export const WARNING_BYTES = 1_000
/** All warnings of a run together. */
export const ALL_WARNINGS_BYTES = 64_000

/** One value of a row. */
export const LARGEST_CELL_BYTES = 1_000_000
/** One row: as JSON where it is written, by its values between steps. */
export const LARGEST_ROW_BYTES = 4_000_000
/** All rows of a run, between steps and in its result; less where a run may use less memory. */
export const LARGEST_RESULT_BYTES = 1_000_000_000

/** The names of all columns of a result together: they are stored with its log, and written out in every row. */
export const LARGEST_COLUMNS_BYTES = 1_000_000

/** For messages: `4 MB`. */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
