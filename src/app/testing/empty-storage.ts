// For each test file of a browser, before its imports: all files have one origin, so it would find what an earlier one
// stored.
// oxlint-disable-next-line eslint/no-restricted-globals -- nothing else empties all of it
localStorage.clear();
