export default "no function";
