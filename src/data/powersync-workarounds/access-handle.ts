/*
 * Works around: OPFSCoopSyncVFS opens the database's files as soon as it has their Web Lock. After a reload or a closed
 * tab, the browser releases the lock of the old worker some milliseconds before its access handles, and opening fails
 * with NoModificationAllowedError. The same happens when it deletes the temporary files of that worker. PowerSync tries
 * again only while it opens the database, after a second, and logs an error; a later query would fail. Can be deleted
 * when the VFS itself waits for the handles. scripts/build/wait-for-handles.ts puts it into the database worker.
 */

/** A browser gives a worker that is busy two seconds to end. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 20;

/** What a dedicated worker can do with a file; the types of a page do not include it. */
interface WorkerFileHandle<Handle> {
  createSyncAccessHandle(): Promise<Handle>;
}

/** Opens a file of OPFS for synchronous access. Rejects if it stays open elsewhere for 3 s. */
export const openAccessHandle = <Handle>(file: WorkerFileHandle<Handle>): Promise<Handle> =>
  whenReleased(() => file.createSyncAccessHandle());

/** Deletes a folder of OPFS. Rejects if one of its files stays open elsewhere for 3 s. */
export const removeFolder = (root: Pick<FileSystemDirectoryHandle, 'removeEntry'>, name: string): Promise<void> =>
  whenReleased(() => root.removeEntry(name, { recursive: true }));

async function whenReleased<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    try {
      return await work();
    } catch (error) {
      if ((error as DOMException).name !== 'NoModificationAllowedError' || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
