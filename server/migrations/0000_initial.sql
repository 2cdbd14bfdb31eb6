CREATE TABLE "instance_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "controller_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"username" text NOT NULL,
	"password_sealed" text NOT NULL,
	"verify_ssl" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"last_tested_at" timestamp (3) with time zone,
	"last_test_status" text,
	"last_test_message" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "execution_result_chunks" (
	"execution_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"row_count" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "execution_result_chunks_execution_id_index_pk" PRIMARY KEY("execution_id","index")
);
--> statement-breakpoint
CREATE TABLE "executions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"saved_query_version" integer NOT NULL,
	"controller_connection_id" uuid NOT NULL,
	"user_id" integer,
	"username" text NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"error_message" text,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"columns" jsonb,
	"row_count" integer DEFAULT 0 NOT NULL,
	"results_truncated" boolean DEFAULT false NOT NULL,
	"generated_query" text DEFAULT '' NOT NULL,
	"actual_query_path" text DEFAULT '' NOT NULL,
	"executed_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"result_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pipeline_executions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"execution_id" uuid NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"status" text NOT NULL,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "task_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"max_concurrent_background" integer NOT NULL,
	"execution_log_retention_days" integer NOT NULL,
	"default_timezone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "query_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "query_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"parent_id" integer,
	"created_by" integer
);
--> statement-breakpoint
CREATE TABLE "saved_queries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category_id" integer,
	"controller_connection_id" uuid NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb NOT NULL,
	"post_processors" jsonb NOT NULL,
	"current_version" integer NOT NULL,
	"current_version_hash" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_query_favorites" (
	"user_id" integer NOT NULL,
	"saved_query_id" uuid NOT NULL,
	CONSTRAINT "saved_query_favorites_user_id_saved_query_id_pk" PRIMARY KEY("user_id","saved_query_id")
);
--> statement-breakpoint
CREATE TABLE "saved_query_versions" (
	"saved_query_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before_hash" text,
	"after_hash" text NOT NULL,
	"nodes" jsonb NOT NULL,
	"edges" jsonb NOT NULL,
	"post_processors" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_query_versions_saved_query_id_version_pk" PRIMARY KEY("saved_query_id","version")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"role_template" text,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"date_joined" timestamp (3) with time zone NOT NULL,
	"last_login" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "controller_connections" ADD CONSTRAINT "controller_connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_result_chunks" ADD CONSTRAINT "execution_result_chunks_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pipeline_executions" ADD CONSTRAINT "pipeline_executions_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_settings" ADD CONSTRAINT "task_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_categories" ADD CONSTRAINT "query_categories_parent_id_query_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."query_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "query_categories" ADD CONSTRAINT "query_categories_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD CONSTRAINT "saved_queries_category_id_query_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."query_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD CONSTRAINT "saved_queries_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_query_favorites" ADD CONSTRAINT "saved_query_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_query_favorites" ADD CONSTRAINT "saved_query_favorites_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_query_versions" ADD CONSTRAINT "saved_query_versions_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "controller_connections_one_default" ON "controller_connections" USING btree ("is_default") WHERE "controller_connections"."is_default";--> statement-breakpoint
CREATE INDEX "executions_executed_idx" ON "executions" USING btree ("executed_at","id");--> statement-breakpoint
CREATE INDEX "executions_query_idx" ON "executions" USING btree ("saved_query_id","executed_at","id");--> statement-breakpoint
CREATE INDEX "executions_user_idx" ON "executions" USING btree ("user_id","executed_at");--> statement-breakpoint
CREATE INDEX "executions_status_idx" ON "executions" USING btree ("status","executed_at");--> statement-breakpoint
CREATE INDEX "pipeline_executions_query_idx" ON "pipeline_executions" USING btree ("saved_query_id","started_at","id");--> statement-breakpoint
CREATE INDEX "pipeline_executions_execution_idx" ON "pipeline_executions" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "query_categories_parent_idx" ON "query_categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "saved_queries_updated_idx" ON "saved_queries" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "saved_queries_name_idx" ON "saved_queries" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "saved_queries_category_idx" ON "saved_queries" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "saved_queries_owner_idx" ON "saved_queries" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "saved_query_favorites_query_idx" ON "saved_query_favorites" USING btree ("saved_query_id");--> statement-breakpoint
CREATE INDEX "group_members_user_idx" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name_key" ON "groups" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));