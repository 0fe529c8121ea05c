import { Schema, Table, column } from '@powersync/node';

/** Posts visible to their owner and to the members of their room: static and dynamic buckets. */
export const rooms = {
  schema: `
    create table posts (id text primary key, title text, body text, owner text, room text);
    create table members (id text primary key, user_id text, room text);
    create table markers (id text primary key, step int);
    insert into markers values ('m', 0);`,
  rules: `
config:
  edition: 3
streams:
  mine:
    auto_subscribe: true
    priority: 1
    query: SELECT * FROM posts WHERE owner = auth.user_id()
  rooms:
    auto_subscribe: true
    priority: 2
    query: SELECT posts.* FROM posts WHERE room IN (SELECT members.room FROM members WHERE members.user_id = auth.user_id())
  markers:
    auto_subscribe: true
    query: SELECT * FROM markers
  room:
    accept_potentially_dangerous_queries: true
    query: SELECT * FROM posts WHERE room = subscription.parameter('room')
`,
};

export const roomsSchema = new Schema({
  posts: new Table({ title: column.text, body: column.text, owner: column.text, room: column.text }),
  markers: new Table({ step: column.integer }),
});
