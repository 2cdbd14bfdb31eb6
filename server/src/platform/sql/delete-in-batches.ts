/**
 * Deletes batch after batch until one is not full, so that no statement holds its locks for long. Returns how many rows
 * were deleted.
 */
export async function deleteInBatches(size: number, deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteBatch(size)
    total += deleted
    if (deleted < size) return total
  }
}
