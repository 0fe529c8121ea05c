-- An older page of a list is found by its number; listed_posts_recent knows the two newest only.
create index listed_posts_page on public.listed_posts (list, page);
