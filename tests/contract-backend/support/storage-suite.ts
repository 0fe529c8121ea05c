import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect } from 'vitest';

import { isHosted, openProject } from './backend.ts';
import type { Project } from './backend.ts';

// A hosted project has no policies for the buckets of this test, and the service uses them there.
const POLICIES = `
  create policy "own folder" on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create function public.refuse() returns trigger language plpgsql as $$ begin
    if new.name ~ '/refused-' then raise exception 'Too many files.' using errcode = split_part(new.name, '/refused-', 2); end if;
    return new;
  end $$;
  create trigger refuse before insert on storage.objects for each row execute function public.refuse();
`;

/** Public, for small images. */
export const PICTURES = `check-pictures-${randomUUID()}`;
export const PRIVATE = `check-private-${randomUUID()}`;

/** Opens a project with the two buckets, and deletes them after the tests of a file. */
export function storageSuite() {
  let project: Project;
  beforeAll(async () => {
    project = await openProject(POLICIES);
    const { storage } = project.admin;
    const limits = { fileSizeLimit: '2KB', allowedMimeTypes: ['image/*'] };
    expect((await storage.createBucket(PICTURES, { public: true, ...limits })).error).toBeNull();
    expect((await storage.createBucket(PRIVATE)).error).toBeNull();
  });
  afterAll(async () => {
    if (isHosted) for (const bucket of [PICTURES, PRIVATE]) await drop(bucket);
    await project.stop();
  });

  async function drop(bucket: string): Promise<void> {
    const files = project.admin.storage.from(bucket);
    const pathsIn = async (folder: string): Promise<string[]> => {
      const { data } = await files.list(folder, { limit: 1000 });
      const found = await Promise.all(
        (data ?? []).map(async ({ id, name }) => {
          const path = folder === '' ? name : `${folder}/${name}`;
          return id === null ? await pathsIn(path) : [path];
        }),
      );
      return found.flat();
    };
    const paths = await pathsIn('');
    if (paths.length > 0) await files.remove(paths);
    await project.admin.storage.deleteBucket(bucket);
  }

  /** May use the folder of its id. */
  const owner = async () => (isHosted ? { client: project.admin, id: randomUUID() } : await project.member());
  const bearerOf = async ({ client }: { client: SupabaseClient }): Promise<string> =>
    isHosted
      ? (process.env['SUPABASE_SERVICE_ROLE_KEY'] ?? '')
      : ((await client.auth.getSession()).data.session?.access_token ?? '');

  const png = (text: string) => new Blob([text], { type: 'image/png' });
  const raw = (path: string, init?: RequestInit) =>
    fetch(`${project.url}/storage/v1${path}`, {
      ...init,
      headers: { apikey: project.anonKey, ...(init?.headers as Record<string, string>) },
    });

  return { project: () => project, png, raw, owner, bearerOf };
}
