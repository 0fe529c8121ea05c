/** A member's name, with its @ in front of it also from right to left. */
export const AtName = ({ name }: { name: string }) => <bdi>@{name}</bdi>;
